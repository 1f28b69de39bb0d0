#pragma once
#include <memory>
#include <optional>
#include <string>

#include "arena/pair_games.hpp"
#include "arena/result_cache.hpp"
#include "arena/run.hpp"
#include "report/commands.hpp"
#include "report/stored_contest.hpp"

namespace hilltop::cli {

// The default store, in the current folder, if HILLTOP_STORE is not set.
constexpr const char* usual_store = "hilltop.db";
// The name in place of a store with which nothing is stored.
constexpr const char* no_store = "none";

std::string store_named(const std::optional<std::string>& typed);

// Opens the typed store, to read it.
std::expected<store::Store, Problem> open_store(const std::optional<std::string>& typed);

// Opens a contest of the typed store. `wanted`: its name or file, and perhaps @RUN; nullopt: the
// contest that was run last.
std::expected<report::StoredContest, Problem> open_contest(
    const std::optional<std::string>& store, const std::optional<std::string>& wanted);

// Returns the folders whose bots had names in earlier runs of contests of this name; none if the
// store cannot be read.
store::NameHolders name_holders_in(const std::string& store, const std::string& contest);

// Returns the shell of a command with this option --store.
report::Shell shell_with(const std::optional<std::string>& store);

// Returns the report of a stored contest; says on stderr if it is unfinished, with the command that
// resumes. nullopt if the store is damaged, after a message on stderr.
std::optional<arena::ContestReport> report_of(const report::StoredContest& stored,
                                              const report::Shell& shell);

// The store of games that belong to no contest, for reading and writing: those of `compare` and
// `tune`.
class PairStore {
 public:
  // `file`: no_store keeps nothing. `fresh`: ignore stored results.
  static std::expected<std::unique_ptr<PairStore>, Problem> open(const std::string& file,
                                                                 bool fresh);

  arena::PairStorage storage() {
    return {stored_ && !fresh_ ? &*stored_ : nullptr, writer_ ? &*writer_ : nullptr};
  }
  // Returns the given seed. If there is none: the usual one among house bots, else one that is
  // drawn, once a store for these bots. `what`: what is played.
  play::Seed settled_seed(const std::optional<play::Seed>& given, std::string_view what,
                          std::span<const store::BotRow> bots);
  // Says how a run that was interrupted goes on.
  void say_how_to_resume() const;
  // As those of StoreSession.
  void flush() {
    if (writer_) writer_->finish();
  }
  void flush_soon() {
    if (writer_) writer_->finish_soon();
  }

 private:
  std::string file_;
  bool fresh_ = false;
  std::optional<store::Store> stored_;
  std::optional<store::Writer> writer_;
};

// The store of a run, for reading and writing.
class StoreSession {
 public:
  // Enters the contest and its bots into the store, and settles a seed that is to be drawn.
  // `fresh`: ignore stored results. `name`: the contest's name on the command line.
  static std::expected<std::unique_ptr<StoreSession>, Problem> begin(const std::string& store,
                                                                     arena::Contest& contest,
                                                                     const std::string& name,
                                                                     bool fresh);

  arena::ResultCache& cache() { return *cache_; }
  // Makes a cache of the same results, for a run that stores nothing.
  void draft(const arena::Contest& contest, std::optional<arena::ResultCache>& to) const {
    to.emplace(contest, bots_, fresh_ ? nullptr : &store_, nullptr);
  }
  const std::vector<store::BotRow>& bots() const { return bots_; }

  // Returns the seed that was shown with the results of other bots, so that it is a secret no more;
  // another was drawn. nullopt: there is none.
  const std::optional<std::string>& spent_seed() const { return spent_seed_; }
  // Notes that the contest's seed is shown now.
  void show_seed(const arena::Contest& contest, const std::string& name);

  // Writes all results to the disk. Throws if the disk refuses them. Safe to call on any thread.
  void flush() { writer_->finish(); }
  // Does the same, but waits for another program that holds the store only once more.
  void flush_soon() { writer_->finish_soon(); }

 private:
  explicit StoreSession(store::Store store) : store_(std::move(store)) {}
  play::Seed drawn_seed(const arena::Contest& contest, const std::string& name);

  store::Store store_;
  bool fresh_ = false;
  std::vector<store::BotRow> bots_;
  std::optional<std::string> spent_seed_;
  std::optional<store::Writer> writer_;
  std::optional<arena::ResultCache> cache_;
};

}  // namespace hilltop::cli
