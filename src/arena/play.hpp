#pragma once
#include <cstddef>
#include <functional>
#include <stop_token>

#include "arena/cut.hpp"
#include "arena/result_cache.hpp"

namespace hilltop::arena {

// Where the batches of a round are played: threads of this program (Threads), or other machines.
class BatchHost {
 public:
  virtual ~BatchHost() = default;

  // Plays a batch in this program; safe to call from several threads at once.
  using Play = std::function<BatchResult(const FixtureBatch&)>;
  // Takes the result of batch `i`; false: no more are wanted.
  using Take = std::function<bool(std::size_t i, BatchResult)>;

  // Has all batches of the cut played, and calls `take` for each in their order, one at a time.
  // What `play` or `take` throws comes out here.
  virtual void play_all(const Cut& cut, const Play& play, const Take& take) = 0;
};

class Threads final : public BatchHost {
 public:
  explicit Threads(int workers) : workers_(workers) {}
  void play_all(const Cut& cut, const Play& play, const Take& take) override;

 private:
  int workers_;
};

// Plays the games of a batch that are not known, and keeps them in the cache (null: nowhere) as
// they are played. `stop`: told to stop, it ends with the game that is being played, and the result
// has fewer games.
BatchResult play_batch(const Contest& contest, const FixtureBatch& batch, ResultCache* cache,
                       std::stop_token stop);

// All games of a fixture as one run; `entrants` is filled with those who sit.
Batch batch_of(const Contest& contest, const tournament::Fixture& fixture,
               std::vector<const Entrant*>& entrants);

}  // namespace hilltop::arena
