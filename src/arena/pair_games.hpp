#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "arena/batch_pieces.hpp"

namespace hilltop::arena {

// The place in which games that belong to no contest are kept. `stored`: null to play everything.
// `writer`: null to store nothing.
struct PairStorage {
  const store::Store* stored = nullptr;
  store::Writer* writer = nullptr;
  bool is_draft = false;  // the same games are played, but nothing is stored
};

// Mirrored games of two bots as units of play_in_order(), kept in a store as those of a contest
// are: what a store has is not played again. Used by one thread.
class PairGames {
 public:
  // `contest`: of two (contest_of_two()); outlives this object. `bots`: their rows, in the
  // contest's order; only needed with a store. `records`: whether all games come with their
  // records: those of house bots, of which a store has none, are played again.
  PairGames(const Contest& contest, std::vector<store::BotRow> bots, const PairStorage& storage,
            bool records = false);

  // Returns games `first_game` to first_game + games - 1, both even. Their results are in the order
  // of the names.
  std::vector<play::Piece> pieces(std::uint32_t first_game, std::uint32_t games);
  // Stores games of such a unit that have come.
  void keep(std::uint32_t first_game, std::uint32_t games, tournament::BatchResult& played);

 private:
  void add_records(const tournament::Fixture& fixture, std::vector<store::BatchRow>& blocks);

  const Contest& contest_;
  ResultCache cache_;
  BatchPieces pieces_;
  bool records_;
};

// Returns the two entrants of a contest in the order of their names, as in a fixture.
std::array<tournament::EntryId, 2> by_name(const Contest& contest);

// Returns the fixture under which such a contest's games are kept.
tournament::Fixture fixture_of_two(const Contest& contest, std::uint32_t first_game,
                                   std::uint32_t games);

// Returns a contest of two bots that has no file.
Contest contest_of_two(const GameModule& game, std::unique_ptr<AnyGame> any_game,
                       const play::Conditions& conditions, const play::Seed& seed,
                       std::array<play::Entrant, 2> bots);

}  // namespace hilltop::arena
