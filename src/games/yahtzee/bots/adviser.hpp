#pragma once
#include "core/advice.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

// Returns the choices of the solitaire game, which is solved at the first call: for each the final
// total that it leads to on average.
Advice<Rules> advise(const View& view);

}  // namespace hilltop::yahtzee
