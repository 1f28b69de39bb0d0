#pragma once
#include "core/advice.hpp"
#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// Returns the chances to win of the game solved with open cards, as the house bot Solver sees it.
// The game is solved at the first call, in about a second.
Advice<Rules> advise(const Rules::View& view);

}  // namespace hilltop::pazaak
