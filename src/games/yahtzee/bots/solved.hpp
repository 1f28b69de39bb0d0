#pragma once
#include "games/yahtzee/rules.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {

// Returns the dice to keep: of each face the first ones on the table. `kept`: as in keeps.hpp.
Keep dice_of(int kept, const Dice& dice);

// Returns the best move of the turn for the view's dice.
Move best_move(const Turn& turn, const View& view);

}  // namespace hilltop::yahtzee
