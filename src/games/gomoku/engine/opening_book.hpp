#pragma once
#include <span>

#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

// Openings of Swap2 that the engine values as nearly even, searching 3,000, 30,000 and 100,000
// nodes, for either rule on the first move. No two are alike under the board's eight symmetries.
std::span<const Open> opening_book(FirstToMove first_to_move);

}  // namespace hilltop::gomoku
