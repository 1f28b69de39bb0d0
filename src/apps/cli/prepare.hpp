#pragma once
#include <span>
#include <string_view>

#include "arena/any_game.hpp"

namespace hilltop::cli {

// Makes what a house bot plays by at a table of so many, with a progress bar while that takes.
void prepare(const arena::AnyGame& any_game, std::string_view house_bot, int seats);

// The same for the house bots among those who sit at one table.
void prepare(const arena::AnyGame& any_game, std::span<const arena::Entrant> table);

}  // namespace hilltop::cli
