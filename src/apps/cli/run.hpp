#pragma once
#include <expected>
#include <string>
#include <vector>

#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/store_session.hpp"
#include "arena/contest.hpp"

namespace hilltop::cli {

// Reads the contest that the command line names, with its overrides.
std::expected<arena::Contest, Problem> asked_contest(const RunArguments& arguments);

// The inputs of the last run of a contest.
struct Played {
  std::string file;                 // text of the contest's file
  std::vector<store::BotRow> bots;  // as entered
};

// Plays the contest once and prints its ranking. `played`: set when the bots are entered, if
// results are stored; may be null.
Outcome play_contest(const RunArguments& arguments, Interrupt& interrupt, Played* played);

}  // namespace hilltop::cli
