#pragma once
#include <span>
#include <string_view>

#include "arena/any_game.hpp"

namespace hilltop::cli {

// Builds the tables that a house bot needs for `seats` players, with a progress bar.
void prepare(const arena::AnyGame& any_game, std::string_view house_bot, int seats);

// Does the same for the house bots among the entrants of one game.
void prepare(const arena::AnyGame& any_game, std::span<const play::Entrant> entrants);

}  // namespace hilltop::cli
