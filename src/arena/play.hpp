#pragma once
#include <cstddef>
#include <functional>
#include <stop_token>

#include "arena/batch_of.hpp"
#include "arena/cut.hpp"
#include "arena/result_cache.hpp"

namespace hilltop::arena {

// Plays the batches of a round: on threads of this program (Threads), or on other machines.
class BatchHost {
 public:
  virtual ~BatchHost() = default;

  // Plays a batch in this program; safe to call from several threads at once.
  using Play = std::function<BatchResult(const FixtureBatch&)>;
  // Takes the result of batch `i`. Returns false if no more results are needed.
  using Take = std::function<bool(std::size_t i, BatchResult)>;

  // Plays all batches of the cut and calls `take` for each, in order, one at a time. Passes on
  // exceptions of `play` and `take`.
  virtual void play_all(const Cut& cut, const Play& play, const Take& take) = 0;
};

class Threads final : public BatchHost {
 public:
  explicit Threads(int workers) : workers_(workers) {}
  void play_all(const Cut& cut, const Play& play, const Take& take) override;

 private:
  int workers_;
};

// Plays the games of a batch that are not stored yet, and stores them in `cache` meanwhile (null:
// nowhere). If `stop` is requested, ends with the current game; the result then has fewer games.
// `idle`: as in Batch.
BatchResult play_batch(const Contest& contest, const FixtureBatch& batch, ResultCache* cache,
                       std::stop_token stop, IdleProcesses* idle = nullptr);

}  // namespace hilltop::arena
