#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "core/timing.hpp"
#include "store/failure.hpp"
#include "store/rows.hpp"

// Results in an SQLite file, or in a database of PostgreSQL; the schema is at the top of
// schema.cpp. A result is found by everything that determines it: a fixture's key covers the rules,
// the seed and the contents of its bots.
namespace hilltop::store {

// Max time to wait for another program that holds the store in a transaction of its own, and for a
// server that is gone.
constexpr std::chrono::milliseconds held_max = std::chrono::minutes(1);

// What merge() did.
struct Merged {
  std::uint64_t taken = 0, damaged = 0;  // numbers of blocks; damaged blocks are not copied
  std::uint64_t damaged_contests = 0;    // neither are these
};

constexpr int schema_version = 12;

// Problem: a journal of the database `path` is a pipe, a folder or the like, for which SQLite would
// wait without end.
std::expected<void, Problem> check_journals(const std::filesystem::path& path);

// Takes from all but its owner the rights to the database `path` and its journals, which may be
// open. Where it is another's, that owner decides on its mode, and this changes nothing.
void take_from_others(const std::filesystem::path& path);

struct Connection;  // of the store's own files

// A connection to a store. One thread at a time may use it; any number may be open on a store, in
// any number of programs. Damaged, foreign or newer stores are refused and left unchanged. A
// connection to a database that is lost is made again, and its transaction repeated.
class Store {
 public:
  enum class Access { create, change, read };

  // Whether there is a file, and a byte in it: a run that has only begun has made an empty one. Of
  // a database: whether it has a store, or does not say so.
  static bool begun(const std::string& name);

  // Problem: the store is not begun (unless `access` is create), is not a store, or is from a
  // newer Hilltop. `wait`: for another program that holds it, here and in each transaction; in
  // these also for a server that is gone.
  static std::expected<Store, Problem> open(const std::string& name, Access access,
                                            std::chrono::milliseconds wait = held_max);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  // What it was opened by: the path of its file, or the address of its database.
  const std::string& name() const { return name_; }

  // Returns the path to a file as the store keeps it, and the path that was kept so, from the
  // current folder. Both leave an empty path empty. A store in a file keeps a path from its folder,
  // a database a whole one.
  std::string kept_path(const std::filesystem::path& path) const;
  std::filesystem::path path_of(const std::string& kept) const;

  // Returns the stored blocks of a fixture, by first game. No block lies within another, but two
  // may overlap. What is read here is not trusted: see BatchRow::damage.
  std::vector<BatchRow> blocks(const Key& fixture) const;
  // Returns the records of games `first_game` to `last_game`, by game. A game that was played
  // several times with different results or faults has several records.
  std::vector<GameRecord> records(
      const Key& fixture, std::uint32_t first_game = 0,
      std::uint32_t last_game = std::numeric_limits<std::uint32_t>::max()) const;
  std::optional<QualificationRow> check(const Key& key) const;
  // Return each contest at its latest run, or every run; the one that was run last first.
  std::vector<ContestRow> contests() const;
  std::vector<ContestRow> runs() const;
  std::optional<DrawnSeed> drawn_seed(const Key& key) const;
  NameHolders name_holders(const std::string& contest) const;
  // Returns the contents that bots of this name had, the one that was seen last first; without
  // bots and fixtures that are not what was written.
  std::vector<VersionRow> versions(const std::string& name) const;

  // Each of these is a transaction: it takes effect completely or not at all.
  // Enters a run, which is then the last one. A run of the same contest and bots is the same run,
  // and keeps the time at which it began.
  void put(const ContestRow& contest);
  // Stores a block and deletes all blocks that lie within its games; stores only its records if it
  // lies within another block itself, because a larger block of its run may come that needs them.
  // So the set of stored games only grows. Returns whether the block was stored.
  bool put(const FixtureRow& fixture_row, const BatchRow& block);
  void put(const Key& key, const QualificationRow& check);
  void put(const Unwritten& all);
  // Stores a seed in the place of `before` (nullopt: of none), unless another program has stored
  // one meanwhile. Returns the one that is stored then. From then on only the file's owner can read
  // it.
  DrawnSeed put_drawn_seed(const Key& key, const std::optional<DrawnSeed>& before,
                           const DrawnSeed& seed);
  // Replaces the folders of these names. A folder that held another name holds it no more; all else
  // stays.
  void put_name_holders(const std::string& contest, const NameHolders& holders);
  void forget(const Key& fixture);
  // Deletes the block as it was read, if it is still stored.
  void remove(const Key& fixture, const BatchRow& block);

  // Copies everything that `other` has and this store lacks or has damaged. Of two blocks of the
  // same games, one with the fixture's digest stays, else the one whose seal comes first; so the
  // order of merging makes no difference to results. What this store has of bots, of checks, and of
  // contests that both have, stays; the runs of other contests are copied.
  Merged merge(const Store& other);

  // Returns a number that changes whenever another connection has changed the store.
  std::uint64_t version() const;

  // Returns SQLite's report of damage to the file; empty if it is intact.
  std::string damage() const;

 private:
  // Which of two blocks of the same games, or of two rows of a bot, stays.
  enum class Source { a_run, another_store };
  void put(const ContestRow& contest, Source source);
  std::vector<ContestRow> runs(bool latest_only) const;
  bool put(const FixtureRow& fixture_row, const BatchRow& block, Source source);
  Store(std::string name, std::optional<std::filesystem::path> file,
        std::unique_ptr<Connection> connection);

  std::string name_;
  std::optional<std::filesystem::path> file_;  // nullopt: in a database of PostgreSQL
  std::unique_ptr<Connection> connection_;
};

}  // namespace hilltop::store
