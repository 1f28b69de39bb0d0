#pragma once
#include <optional>
#include <string>

#include "report/lists.hpp"
#include "report/stored_contest.hpp"

// What a store has of runs, and what changed between two of them.
namespace hilltop::report {

// Returns a time as "2026-11-28T10:13:31Z"; nullopt for 0 and for what no clock shows.
std::optional<std::string> text_of_time(std::int64_t seconds_since_1970);

// Returns the runs of a store, the last one first. `only`: those of contests of this name; nullopt:
// all. A run that this version cannot open has a problem in the place of its game.
List run_list(const store::Store& store, const std::optional<std::string>& only);

// Returns the bots of a run in the order of its ranking, then those that left, with what they were
// in an earlier run: rank, score, and whether they are new or changed. The summaries are of stored
// contests.
List since_list(const Summary& before, const Summary& now);

}  // namespace hilltop::report
