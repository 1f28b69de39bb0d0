#pragma once
#include <span>
#include <string_view>

#include "arena/discipline.hpp"

namespace hilltop::cli {

// Makes what a house bot plays by at a table of so many, with a progress bar while that takes.
void prepare(const arena::Discipline& discipline, std::string_view house_bot, int seats);

// The same for the house bots among those who sit at one table.
void prepare(const arena::Discipline& discipline, std::span<const arena::Entrant> table);

}  // namespace hilltop::cli
