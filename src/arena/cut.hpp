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
  bool last;                               // of its fixture
  std::span<const store::BatchRow> known;  // games of it that are not played again, in order
};

// Whether a bot of the fixture plays its pairing through with one process, so that of a part of its
// games nothing follows.
bool is_played_as_one(const Contest& contest, const tournament::Fixture& fixture);

// How many games of a fixture a batch has; the last one may have fewer. The cut reaches no result.
std::uint32_t games_a_batch(const Contest& contest, const tournament::Fixture& fixture);

// The fixtures of a round that are to be played, cut into batches, which are computed when they are
// asked for: a plan takes no memory per game.
class Cut {
 public:
  explicit Cut(const Contest& contest) : contest_(contest) {}

  // `known`: in order; each lies in one batch. The fixture must outlive the cut.
  void add(const tournament::Fixture& fixture, std::vector<store::BatchRow> known);

  std::size_t batches() const { return batches_; }
  std::uint64_t games() const { return games_; }
  FixtureBatch batch(std::size_t i) const;
  // Bots that keep files, by EntryId: batches that share one are played one by one, in order.
  std::span<const int> claims(std::size_t i) const;

  // Calls `visit(fixture)` for each fixture of which a game is to be played.
  template <class Visit>
  void for_each_unknown(Visit&& visit) const {
    for (const Part& part : parts_)
      if (part.known_games < part.fixture->games) visit(*part.fixture);
  }

 private:
  struct Part {
    const tournament::Fixture* fixture;
    std::size_t first_batch;  // its number in the round
    std::uint32_t games_a_batch;
    std::vector<int> claims;
    std::vector<store::BatchRow> known;
    std::uint32_t known_games;
  };
  const Part& part_of(std::size_t i) const;

  const Contest& contest_;
  std::vector<Part> parts_;  // by first_batch
  std::size_t batches_ = 0;
  std::uint64_t games_ = 0;
};

}  // namespace hilltop::arena
