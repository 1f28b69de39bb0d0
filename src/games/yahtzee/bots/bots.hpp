#pragma once
#include <span>

#include "core/game.hpp"
#include "games/yahtzee/rules.hpp"

namespace hilltop::yahtzee {

std::span<const HouseBot<Rules>> house_bots();

}  // namespace hilltop::yahtzee
