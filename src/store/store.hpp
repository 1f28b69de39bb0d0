#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "core/problem.hpp"
#include "core/timing.hpp"
#include "tournament/batch_result.hpp"

// Results in a file, an SQLite database whose schema is at the top of schema.cpp. A result is found
// by what it follows from: the key of a fixture says the rules, the seed and who sits, by content.
namespace hilltop::store {

using Key = std::array<std::uint8_t, 32>;

// What the disk or the file refuses. The text names the file.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A bot as it was entered.
struct BotRow {
  std::string name, title;
  Key content;                   // of its files, or of a house bot's name
  bool house = false;            // deterministic: its games can be computed again
  std::string author, language;  // as its folder says; perhaps nothing
  friend auto operator<=>(const BotRow&, const BotRow&) = default;
};

// Who sits in a fixture, under its key.
struct FixtureRow {
  Key key;
  std::vector<BotRow> bots;  // in the order of the fixture's entries
};

using tournament::BatchResult;
using tournament::GameRecord;

// A batch as it is kept. Records are not read by blocks().
struct BatchRow : BatchResult {
  std::string digest;  // hexadecimal, of a whole fixture's result; else empty
  std::string damage;  // why what was read is not to be believed; empty: it is
};

// What a contest found of a bot before it began.
struct QualificationRow {
  struct Failure {  // for which the bot may not compete
    std::string against;
    std::uint32_t game = 0;
    std::string asked, said;
    Fault fault;
  };
  std::optional<Failure> failure;
  std::optional<std::uint32_t> layers;  // as in a block
  std::string damage;                   // as in a block
};

// What is not stored yet, by its key.
struct Unwritten {
  struct Blocks {
    FixtureRow sitting;
    std::vector<BatchRow> blocks;
  };
  std::set<Key> forgotten;  // fixtures of which all that is known goes first
  std::map<Key, Blocks> fixtures;
  std::map<Key, QualificationRow> checks;

  bool empty() const { return forgotten.empty() && fixtures.empty() && checks.empty(); }
};

// A contest as it was last run.
struct ContestRow {
  Key key;           // of all but the bots
  std::string name;  // by which the command line calls it
  std::string file;  // the text of its file
  std::uint64_t seed = 0;
  std::uint32_t games = 0;
  std::vector<BotRow> bots;  // in the order of the contest
  std::string damage;        // as in a block
};

// What a store took from another.
struct Merged {
  std::uint64_t taken = 0, damaged = 0;  // blocks; those that are damaged stay where they are
};

constexpr int schema_version = 4;

// One connection. Used by one thread at a time; many may be open on a file, in many programs.
// Whatever is damaged, foreign or newer is refused and left as it is.
class Store {
 public:
  enum class Access { create, change, read };

  // A Problem: there is no such file, it is no store, or one of a newer Hilltop. With `create` a
  // file that is not there is made.
  static std::expected<Store, Problem> open(const std::filesystem::path& file, Access access);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  // The last connection leaves one file behind, without its journals.
  ~Store();

  const std::filesystem::path& file() const { return file_; }

  // What is known of a fixture, by first game. No block lies in the games of another, but two may
  // have games in common. All that is read here is another's word: see BatchRow::damage.
  std::vector<BatchRow> blocks(const Key& fixture) const;
  // By game; `first_game` to `last_game` of them. A game that was played several times, and
  // otherwise, has as many records.
  std::vector<GameRecord> records(
      const Key& fixture, std::uint32_t first_game = 0,
      std::uint32_t last_game = std::numeric_limits<std::uint32_t>::max()) const;
  std::optional<QualificationRow> check(const Key& key) const;
  std::vector<ContestRow> contests() const;  // the last one that was run first

  // Each is a transaction: it happens wholly or not at all.
  void put(const ContestRow& contest);
  // A block takes the place of all that lie in its games, and is not taken itself where it lies in
  // those of another. So what is covered grows only. Whether it was taken.
  bool put(const FixtureRow& sitting, const BatchRow& block);
  void put(const Key& key, const QualificationRow& check);
  void put(const Unwritten& all);
  void forget(const Key& fixture);

  // Takes in all that `other` has and this one has not.
  Merged merge(const Store& other);

  // The file as SQLite sees it; empty: it is sound.
  std::string damage() const;

 private:
  struct Connection;
  // Throws where another program is in the way.
  static std::expected<Store, Problem> open_now(const std::filesystem::path& file, Access access);
  Store(std::filesystem::path file, std::unique_ptr<Connection> connection);

  std::filesystem::path file_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace hilltop::store
