#pragma once
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {

// The best move of the turn, with the dice as they lie.
Move best_move(const Turn& turn, const View& view);

}  // namespace hilltop::yahtzee
