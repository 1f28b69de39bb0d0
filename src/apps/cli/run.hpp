#pragma once
#include <expected>
#include <string>
#include <vector>

#include "apps/cli/commands.hpp"
#include "apps/cli/interrupt.hpp"
#include "apps/cli/store_session.hpp"
#include "arena/contest.hpp"

namespace hilltop::cli {

// The contest that the command line asks for, as its file has it.
std::expected<arena::Contest, Problem> asked_contest(const RunArguments& arguments);

// For whoever plays a contest again: what it was when it was played last.
struct Played {
  std::string file;                 // its text
  std::vector<store::BotRow> bots;  // as they were entered
};

// Plays it once and prints its ranking. `played`: is brought up to date when the bots are entered,
// if results are kept; null: what changes meanwhile was changed by bots.
Outcome play_contest(const RunArguments& arguments, Interrupt& interrupt, Played* played);

}  // namespace hilltop::cli
