#pragma once
#include <memory>
#include <optional>
#include <string>

#include "arena/result_cache.hpp"
#include "arena/run.hpp"
#include "report/stored_contest.hpp"

namespace hilltop::cli {

// The store that is meant where none is named: HILLTOP_STORE, else this file in the folder where
// the program was called.
constexpr const char* usual_store = "hilltop.db";
// In place of a store: nothing is kept.
constexpr const char* no_store = "none";

std::string store_named(const std::optional<std::string>& typed);

// Opens a contest of the store that was typed. `wanted`: its name; nullopt: the contest that was
// run last.
std::expected<report::StoredContest, Problem> open_contest(
    const std::optional<std::string>& store, const std::optional<std::string>& wanted);

// The report of a stored contest; says on stderr if it is unfinished. nullopt: the store is
// damaged, which is said on stderr.
std::optional<arena::ContestReport> report_of(const report::StoredContest& stored);

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
