#pragma once
#include <span>

#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// Returns the six bots of the contest, and the two made by the solver.
std::span<const HouseBot<Rules>> house_bots();

}  // namespace hilltop::pazaak
