#pragma once
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {

// Returns the best move of the turn for the view's dice.
Move best_move(const Turn& turn, const View& view);

}  // namespace hilltop::yahtzee
