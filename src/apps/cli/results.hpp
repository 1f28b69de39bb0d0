#pragma once
#include <memory>
#include <optional>
#include <string>

#include "arena/result_cache.hpp"
#include "arena/run.hpp"

namespace hilltop::cli {

// The store that is meant where none is named: HILLTOP_STORE, else this file in the folder where
// the program was called.
constexpr const char* usual_store = "hilltop.db";
// In place of a store: nothing is kept.
constexpr const char* no_store = "none";

std::string store_named(const std::optional<std::string>& typed);

// What a run recalls and keeps.
class StoreSession {
 public:
  // Enters the contest and its bots into the store. `fresh`: nothing is recalled. `name` is what
  // the command line calls the contest.
  static std::expected<std::unique_ptr<StoreSession>, Problem> begin(const std::string& store,
                                                                     const arena::Contest& contest,
                                                                     const std::string& name,
                                                                     bool fresh);

  arena::ResultCache& cache() { return *cache_; }
  const std::vector<store::BotRow>& bots() const { return bots_; }

  // Everything that was played is safe now. Throws what the disk refuses. Safe to call on any
  // thread.
  void flush() { writer_->finish(); }

 private:
  StoreSession(const arena::Contest& contest, store::Store known)
      : contest_(contest), known_(std::move(known)) {}

  const arena::Contest& contest_;
  store::Store known_;
  std::vector<store::BotRow> bots_;
  std::optional<store::Writer> writer_;
  std::optional<arena::ResultCache> cache_;
};

}  // namespace hilltop::cli
