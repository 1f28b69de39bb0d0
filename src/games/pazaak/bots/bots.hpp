#pragma once
#include <span>

#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// The six bots of the contest's board, and what the solver makes of the game.
std::span<const HouseBot<Rules>> house_bots();

}  // namespace hilltop::pazaak
