#pragma once
#include <optional>
#include <vector>

#include "arena/cut.hpp"
#include "arena/result_cache.hpp"
#include "core/digest.hpp"
#include "tournament/standings.hpp"

namespace hilltop::arena {

// Makes the results of fixtures out of those of their batches, which come in canonical order.
class Fold {
 public:
  // `cache`: keeps the fixtures that were played through; null: nobody does.
  Fold(const Contest& contest, ResultCache* cache) : contest_(contest), cache_(cache) {}

  enum class Step {
    grew,          // the fixture has more batches
    ended,         // its result is there
    disqualified,  // its result is there: a bot is out of the tournament
    stopped,       // the batch has fewer games than it should, and nothing follows from it
  };
  Step take(const FixtureBatch& batch, BatchResult result);
  // The result of the fixture that the last step ended.
  tournament::Result take_result();

  // The result of a fixture all of whose games are known.
  tournament::Result recall(const tournament::Fixture& fixture, const store::BatchRow& block);

  // Around every process that played.
  std::optional<runner::Layers> sandbox() const { return sandbox_; }
  // By EntryId, of processes' answers; shorter where the later ones have none.
  const std::vector<Timing>& timings() const { return timings_; }

 private:
  void begin(const tournament::Fixture& fixture);
  void note(const tournament::Fixture& fixture, const BatchResult& result);
  tournament::Result result_of(const tournament::Fixture& fixture, const BatchResult& games,
                               std::string digest) const;

  const Contest& contest_;
  ResultCache* cache_;
  const tournament::Fixture* fixture_ = nullptr;  // that grows
  BatchResult games_;                             // of it, so far
  Digest digest_;
  std::optional<tournament::Result> result_;
  std::optional<runner::Layers> sandbox_;
  std::vector<Timing> timings_;
};

// What the digest of a fixture begins with; the bytes of its games follow.
Digest head_of_digest(const Contest& contest, const tournament::Fixture& fixture);

// Over all results of a contest, in canonical order; hexadecimal.
std::string digest_of(const Contest& contest, const tournament::Standings& standings);

}  // namespace hilltop::arena
