#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "report/summary.hpp"

namespace hilltop::report {

// Max moments of a race, besides its start.
constexpr std::size_t race_moments_max = 400;

// The games that each bot had won, by the number of games that were over.
struct RaceMoment {
  std::uint64_t games;
  std::vector<std::int64_t> won;  // by EntryId
};

// Returns the race of a contest, in an order that follows from its results alone and is fair where
// the format is: a lap has at most one pairing of each bot, and within a lap, where each game's
// result is stored, all pairings go on at the same pace. Play-offs are left out. The summary is of
// a stored contest.
std::vector<RaceMoment> race_of(const Summary& summary);

// Returns the laps of these results: indexes of those of the main stage. `in_rounds`: they were
// played in rounds, whose order is kept; else in that of a round robin.
std::vector<std::vector<std::size_t>> laps_of(std::span<const tournament::Result> results,
                                              bool in_rounds);

}  // namespace hilltop::report
