#pragma once
#include <memory>
#include <span>

#include "games/tictactoe/rules.hpp"

namespace hilltop::tictactoe {

std::span<const HouseBot<Rules>> house_bots();

std::unique_ptr<Bot<Rules>> make_perfect();
std::unique_ptr<Bot<Rules>> make_random();

}  // namespace hilltop::tictactoe
