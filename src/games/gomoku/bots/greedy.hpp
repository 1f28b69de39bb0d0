#pragma once
#include <vector>

#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// The value to Greedy of a stone on a free point: what it builds, and what it spoils.
struct RatedPoint {
  Point point;
  int worth;
};

// Returns all legal points, the best first and equal ones in the order of the board's points.
std::vector<RatedPoint> rated_points(const VariantBoard& board, Colour mover);

// Returns the colour with the better best point; on a tie, the one that moves first.
Colour better_colour(const State& view);

}  // namespace hilltop::gomoku
