#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arena/contest.hpp"
#include "store/store.hpp"

namespace hilltop::arena {

// Consecutive games of a fixture that one worker plays.
struct FixtureBatch {
  const tournament::Fixture& fixture;
  std::uint32_t first_game, games;
  bool last;                                  // of its fixture
  std::span<const store::BatchRow> recalled;  // its stored games, in order
};

// Returns whether a bot of the fixture plays all games of its pairing with one process, so that the
// fixture cannot be resumed in the middle.
bool is_played_as_one(const Contest& contest, const tournament::Fixture& fixture);

// Returns the number of games in a batch of the fixture, at most `games_max`; the last one may have
// fewer. It never changes a result.
std::uint32_t games_a_batch(const Contest& contest, const tournament::Fixture& fixture,
                            std::uint32_t games_max);

// The fixtures of a round that must be played, cut into batches. Batches are computed on demand, so
// that a plan takes no memory per game.
class Cut {
 public:
  // `games_max`: of a batch.
  Cut(const Contest& contest, std::uint32_t games_max) : contest_(contest), games_max_(games_max) {}

  // `recalled`: stored games, in order; each block lies in one batch. The fixture must outlive the
  // cut. Unless `has_gaps`, the games after a missing one are played again too if a bot keeps
  // files, which follow from all games before.
  void add(const tournament::Fixture& fixture, std::vector<store::BatchRow> recalled,
           bool has_gaps = false);

  std::size_t batches() const { return batches_; }
  std::uint64_t games() const { return games_; }
  // Returns the number of stored games among them.
  std::uint64_t games_recalled() const { return games_recalled_; }
  FixtureBatch batch(std::size_t i) const;
  // Returns the batch's bots that keep files, by EntryId. Batches that share one are played one by
  // one, in order.
  std::span<const int> claims(std::size_t i) const;

  // Calls `visit(fixture)` for each fixture with games to play.
  template <class Visit>
  void for_each_unknown(Visit&& visit) const {
    for (const Part& part : parts_)
      if (part.recalled_games < part.fixture->games) visit(*part.fixture);
  }

 private:
  struct Part {
    const tournament::Fixture* fixture;
    std::size_t first_batch;  // its number in the round
    std::uint32_t games_a_batch;
    std::vector<int> claims;
    std::vector<store::BatchRow> recalled;
    std::uint32_t recalled_games;
  };
  const Part& part_of(std::size_t i) const;

  const Contest& contest_;
  std::uint32_t games_max_;
  std::vector<Part> parts_;  // by first_batch
  std::size_t batches_ = 0;
  std::uint64_t games_ = 0, games_recalled_ = 0;
};

}  // namespace hilltop::arena
