#pragma once
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "arena/game_results.hpp"
#include "arena/result_cache.hpp"
#include "arena/run.hpp"

namespace hilltop::cli {

// A contest of a store, with everything that is known of it.
struct StoredContest {
  store::Store store;
  arena::Contest contest;
  std::vector<store::BotRow> bots;
  std::string name;

  arena::ResultCache cache() const { return {contest, bots, &store, nullptr}; }
  // Nothing is played for it.
  arena::ContestReport report() const;
  std::string names(const tournament::Fixture& fixture) const;
  // As `hilltop replay` takes it: bold,kid:17.
  std::string name_of_game(const tournament::Fixture& fixture, std::uint32_t game) const;
  // A run of house bots that ends with a game: of that alone or, where somebody remembers the
  // pairing, from the first one on. `entrants` is filled with those who sit.
  arena::Batch batch_to(const tournament::Fixture& fixture, std::uint32_t game,
                        std::vector<const arena::Entrant*>& entrants) const;
  // A game of it, as it was kept or, where everybody is of the house, as it is played again.
  std::expected<Record, Problem> game(const tournament::Fixture& fixture, std::uint32_t game) const;
  // How the games of a fixture that was played through ended, in order, as bytes (game_results.hpp)
  // and read; nothing where only a tally was kept.
  std::vector<std::uint8_t> result_bytes(const tournament::Fixture& fixture) const;
  std::vector<arena::GameResult> results(const tournament::Fixture& fixture) const;
  // A game that was kept as its steps, as a whole record.
  std::expected<Record, Problem> record(const tournament::Fixture& fixture,
                                        const tournament::GameRecord& game) const;
};

// Tells what of a store cannot be believed; false: there is nothing.
bool tells_damage(const StoredContest& stored, const arena::ContestReport& report);

// Who sits where in a game of the fixture.
std::vector<tournament::EntryId> by_seat(const tournament::Fixture& fixture,
                                         const arena::Batch& batch, std::uint32_t game);

// `store` as it was typed; `wanted`: nullopt is the contest that was run last.
std::expected<StoredContest, Problem> open_contest(const std::optional<std::string>& store,
                                                   const std::optional<std::string>& wanted);

}  // namespace hilltop::cli
