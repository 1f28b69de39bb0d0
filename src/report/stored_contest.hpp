#pragma once
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/result_cache.hpp"
#include "arena/run.hpp"
#include "play/game_results.hpp"

namespace hilltop::report {

// The games of a completed fixture, as they count; empty if only the tally was stored.
struct StoredGames {
  std::vector<std::uint8_t> bytes;                   // results, in order (play/game_results.hpp)
  std::vector<std::size_t> ends;                     // of each game's result in `bytes`
  std::vector<tournament::FaultCount> fault_counts;  // by game, with places

  // Returns the result of the game at a position in the fixture.
  std::span<const std::uint8_t> result(std::size_t position) const {
    const std::size_t begin = position == 0 ? 0 : ends[position - 1];
    return std::span(bytes).subspan(begin, ends[position] - begin);
  }
};

// A contest in a store.
struct StoredContest {
  store::Store store;
  arena::Contest contest;
  std::vector<store::BotRow> bots;
  std::string name;
  store::RunTimes times = {};
  std::uint32_t run = 0;  // among those of its name, from 1
  bool is_latest =
      true;  // of this contest: a run of it plays the same bots, if they are as they were

  arena::ResultCache cache() const { return {contest, bots, &store, nullptr}; }
  // Returns the report of all stored games of completed pairings. Plays none.
  arena::ContestReport report() const;
  // Returns the same with the games of an unfinished pairing, while the contest may be under way.
  // Games of later pairings that are stored already are done, and not in the report yet.
  struct SoFar {
    arena::ContestReport report;
    std::uint64_t games_done = 0, games_planned = 0;  // of the rounds so far
  };
  SoFar so_far() const;
  // Returns a batch of house bots that ends with `game`: that game alone or, if a bot remembers the
  // pairing, all games from the first. Fills `entrants`, which the batch refers to.
  play::Batch batch_to(const tournament::Fixture& fixture, std::uint32_t game) const;
  // Returns the record of a game: the stored one or, if all players are house bots, that of the
  // game played again.
  std::expected<Record, Problem> game(const tournament::Fixture& fixture, std::uint32_t game) const;
  StoredGames games(const tournament::Fixture& fixture) const;
  std::vector<play::GameResult> results(const tournament::Fixture& fixture) const;
  // Returns the stored records of games `first_game` to `last_game` of the fixture, by game: at
  // most one of each, of the game that counts. `games`: what games() returns.
  std::vector<tournament::GameRecord> records(const tournament::Fixture& fixture,
                                              const StoredGames& games, std::uint32_t first_game,
                                              std::uint32_t last_game) const;
  // Returns the whole record of a game that was stored as its steps.
  std::expected<Record, Problem> record(const tournament::Fixture& fixture,
                                        const tournament::GameRecord& game) const;
};

// Returns the entries by seat in a game of the fixture.
std::vector<tournament::EntryId> by_seat(const tournament::Fixture& fixture,
                                         const play::Batch& batch, std::uint32_t game);

// Returns the contest that a run of the store played. Problem: the row is damaged, or this version
// plays another.
std::expected<arena::Contest, Problem> contest_of_run(const store::Store& store,
                                                      const store::ContestRow& run);

// Opens a contest of the store in `file`. `wanted`: its name, or NAME@RUN for one of its runs, by
// its number; nullopt: the contest that was run last. `text`: of its file, which tells it from
// others of its name; nullopt: the one that was run last.
std::expected<StoredContest, Problem> open_contest(
    const std::string& file, const std::optional<std::string>& wanted,
    const std::optional<std::string>& text = std::nullopt);

}  // namespace hilltop::report
