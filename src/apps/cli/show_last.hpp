#pragma once
#include "apps/cli/commands.hpp"
#include "apps/cli/output.hpp"
#include "report/game_lines.hpp"

// `show` and `report --games` of the games that belong to no contest (last_games.hpp).
namespace hilltop::cli {

// Prints a table of each match, and its faults.
Outcome show_last(const ShowArguments& arguments);

// Writes all games, a line each; with their moves if `moves`.
Outcome write_last_games(report::GamesForm form, bool moves, OutputStream& out);

}  // namespace hilltop::cli
