#pragma once
#include <optional>
#include <vector>

#include "arena/batch_of.hpp"
#include "arena/cut.hpp"
#include "arena/result_cache.hpp"
#include "core/digest.hpp"
#include "tournament/standings.hpp"

namespace hilltop::arena {

// Joins the results of batches, which come in canonical order, into results of fixtures.
class Fold {
 public:
  // `cache`: stores the completed fixtures; may be null.
  Fold(const Contest& contest, ResultCache* cache) : contest_(contest), cache_(cache) {}

  enum class Step {
    grew,          // the fixture has more batches
    ended,         // the fixture has its result
    disqualified,  // the fixture has its result, and a bot is out of the tournament
    stopped,       // the batch has too few games, so the fixture has no result
  };
  Step take(const FixtureBatch& batch, tournament::BatchResult result);
  // Returns the result of the games so far of the fixture that grows; nullopt if there is none.
  std::optional<tournament::Result> growing() const;
  // Returns that fixture with all of its games.
  std::optional<tournament::Fixture> growing_fixture() const;
  // Returns the result of the fixture that the last step ended.
  tournament::Result take_result();

  // Returns the result of a fixture from the block with all its games.
  tournament::Result recall(const tournament::Fixture& fixture, const store::BatchRow& block);

  // Returns the layers around every process; nullopt if none played.
  std::optional<runner::Layers> sandbox() const { return sandbox_; }
  // Returns the times of processes' answers by EntryId; shorter if the last entries have none.
  const std::vector<Timing>& timings() const { return timings_; }

 private:
  void begin(const tournament::Fixture& fixture);
  void note(const tournament::Fixture& fixture, const tournament::BatchResult& result);
  tournament::Result result_of(const tournament::Fixture& fixture,
                               const tournament::BatchResult& games, std::string digest) const;

  const Contest& contest_;
  ResultCache* cache_;
  const tournament::Fixture* fixture_ = nullptr;  // the fixture that grows
  tournament::BatchResult games_;                 // its games so far
  Digest digest_;
  std::optional<tournament::Result> result_;
  std::optional<runner::Layers> sandbox_;
  std::vector<Timing> timings_;
};

// Returns the digest of all results of a contest in canonical order, in hexadecimal.
std::string digest_of(const Contest& contest, const tournament::Standings& standings);

}  // namespace hilltop::arena
