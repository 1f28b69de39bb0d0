#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

#include "arena/contest.hpp"
#include "arena/result_cache.hpp"

namespace hilltop::arena {

// Plays mirrored games of two bots at a time, on any number of threads, and keeps them in a store
// as those of a contest are kept: what a store has is not played again.
class PairGames {
 public:
  // `stored`: null to play everything. `writer`: null to store nothing. Both outlive this object.
  PairGames(const store::Store* stored, store::Writer* writer) : stored_(stored), writer_(writer) {}

  // Plays games `first_game` to first_game + games - 1, both even, between the two entrants of the
  // contest. `bots`: their rows, in the contest's order; only needed with a store. The result is in
  // the order of the names; it has fewer games if `stop` is requested.
  BatchResult play(const Contest& contest, std::span<const store::BotRow> bots,
                   std::uint32_t first_game, std::uint32_t games, const std::stop_token& stop,
                   IdleProcesses* idle);

 private:
  std::mutex reads_;  // one thread at a time may use a store
  const store::Store* stored_;
  store::Writer* writer_;
};

// Returns the two entrants of a contest in the order of their names, as in a fixture.
std::array<tournament::EntryId, 2> by_name(const Contest& contest);

// Returns a contest of two bots that has no file.
Contest contest_of_two(const GameModule& game, std::unique_ptr<AnyGame> any_game,
                       const Conditions& conditions, const Seed& seed, std::array<Entrant, 2> bots);

}  // namespace hilltop::arena
