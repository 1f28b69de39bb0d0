#pragma once
#include <cstdint>
#include <memory>
#include <span>

#include "games/gomoku/engine/limits.hpp"
#include "games/gomoku/rules.hpp"

namespace hilltop::gomoku {

std::span<const HouseBot<Rules>> house_bots();

std::unique_ptr<Bot<Rules>> make_greedy();
std::unique_ptr<Bot<Rules>> make_random();
// `nodes`: of the search for each stone, at least 1.
std::unique_ptr<Bot<Rules>> make_champion(std::int64_t nodes = SearchLimits::default_nodes);

}  // namespace hilltop::gomoku
