#pragma once
#include <span>

#include "games/pig/rules.hpp"

namespace hilltop::pig {

std::span<const HouseBot<Rules>> house_bots();

}  // namespace hilltop::pig
