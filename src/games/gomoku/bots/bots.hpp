#pragma once
#include <memory>
#include <span>

#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

std::span<const HouseBot<Rules>> house_bots();

std::unique_ptr<Bot<Rules>> make_greedy();
std::unique_ptr<Bot<Rules>> make_random();

}  // namespace hilltop::gomoku
