#pragma once
#include "core/chance.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

// A position after `stones` random stones near the centre, without a five.
inline VariantBoard random_position(std::uint32_t seed, int stones) {
  Draw draw = Chance(11, seed).on(0);
  VariantBoard board;
  Colour colour = Colour::black;
  while (board.stones() < stones) {
    const Point point{static_cast<int>(3 + draw.below(9)), static_cast<int>(3 + draw.below(9))};
    if (!board.free(point)) continue;
    VariantBoard next = board;
    next.lay(point, colour);
    if (next.wins_at(point)) continue;
    board = next;
    colour = other(colour);
  }
  return board;
}

}  // namespace hilltop::gomoku
