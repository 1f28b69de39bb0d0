#pragma once
#include "core/advice.hpp"
#include "games/tictactoe/rules.hpp"

namespace hilltop::tictactoe {

// Returns every free cell with the result of best play: 1 for a win, 0 for a tie, -1 for a loss.
Advice<Rules> advise(const Rules::View& view);

}  // namespace hilltop::tictactoe
