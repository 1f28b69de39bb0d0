#pragma once
#include <SQLiteCpp/SQLiteCpp.h>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <sys/types.h>
#include <type_traits>
#include <utility>
#include <vector>

#include "store/failure.hpp"
#include "store/rows.hpp"
#include "store/statements.hpp"

// A store's database, and what its rows say. Included only by the store's own files.
namespace hilltop::store {

// Limits on the steps of one statement in SQLite's virtual machine, about 100 s in all, so that a
// store from a stranger cannot keep it busy forever.
inline constexpr int steps_between_looks = 1'000'000, looks_max = 10'000;

// Whether an error that SQLite throws says that another program holds the file.
bool is_held(const SQLite::Exception& error);

// Returns the message for an error that SQLite throws.
std::string text_of(const std::filesystem::path& file, const SQLite::Exception& error);

// The damage of a row whose seal is another.
inline constexpr const char* changed_since = "it differs from what Hilltop stored";

struct Connection {
  Connection(const std::filesystem::path& path, int flags, std::chrono::milliseconds wait);

  // Returns device and inode of what has the file's name now; nullopt if nothing has.
  std::optional<std::pair<dev_t, ino_t>> identity() const;

  Prepared prepared(const char* sql);

  // Returns the id of a bot's row; makes it if it is missing. Replaces what it says of the bot,
  // unless `keeps` and it is what was written.
  std::int64_t id_of(const BotRow& bot, bool keeps);

  BotRow bot(std::int64_t id);

  std::optional<std::int64_t> id_of(const Key& fixture);

  // Returns the row of a fixture; makes it if it is missing or is not what was written. `keeps`: as
  // for its bots.
  std::int64_t id_of(FixtureRow fixture_row, bool keeps);

  void insert_fault(std::int64_t block, int number, const tournament::FaultNote& note,
                    bool disqualifies);

  void insert_fault_count(std::int64_t block, const tournament::FaultCount& count);

  void insert(const Key& key, std::int64_t fixture, const BatchRow& block);

  void insert(std::int64_t fixture, const GameRecord& record);

  // What the undamaged stored blocks say of `block`.
  struct Known {
    bool has_all = false;  // one has all its games
    bool yields = false;   // that one has no others, and a seal that comes later
  };
  // A complete fixture with its digest counts as more than the same games without it, and as all
  // games that the fixture can have.
  Known known(const Key& key, std::int64_t fixture, const BatchRow& block, std::size_t bots);

  // Deletes the fixture's blocks that lie within these games or begin with the same game.
  void clear(std::int64_t fixture, std::uint32_t first_game, std::uint32_t games);

  // Reads a block from the columns id, first_game, games, layers, digest, results, seal and traces.
  BatchRow read_block(const Key& key, std::size_t bots, SQLite::Statement& row);

  // Counts the faults of a block of an older version, which may not have noted all of them.
  static void count_noted_faults(BatchRow& block);

  void read_rows(std::int64_t id, BatchRow& block);

  // Seals the bots and fixtures of a store whose version has no seals of them.
  void seal_bots_and_fixtures();

  // Seals the blocks, contests and checks of a store whose version has no seals.
  void seal_results();

  void seal(const char* update, const Key& seal, std::int64_t id);

  void insert_not_entered(std::int64_t contest, const std::vector<NotEntered>& folders);

  std::vector<NotEntered> read_not_entered(std::int64_t contest);

  // Returns runs of contests by row id, the one that was run last first. `latest_only`: of each
  // contest the latest.
  std::vector<std::pair<std::int64_t, ContestRow>> read_runs(bool latest_only);

  // A run that is stored.
  struct KnownRun {
    std::int64_t id, began;
  };
  // Returns the run of a contest with these bots, by the ids of their rows; nullopt if there is
  // none.
  std::optional<KnownRun> run_of(const Key& contest, std::span<const std::int64_t> bots);

  // Deletes the runs of a contest that are not what was written.
  void remove_damaged_runs(const Key& contest);

  std::optional<QualificationRow> read_check(const Key& key);

  // A fixture as the store has it.
  struct ReadFixture {
    FixtureRow row;
    bool sound;       // it is what was written
    bool bots_sound;  // so are the titles, authors and languages of its bots
  };
  ReadFixture read_fixture(std::int64_t fixture);

  std::vector<std::int64_t> fixtures();

  std::vector<Key> checks();

  // These read a bot from the columns name, title, content, house, author, language and seal.
  static bool is_sealed(const SQLite::Statement& row);
  static BotRow read_bot(const SQLite::Statement& row);

  // Runs `act`; turns an exception of SQLite into a Failure with the store's message.
  template <class Do>
  auto guarded(Do&& act) {
    try {
      return act();
    } catch (const SQLite::Exception& error) {
      if (is_held(error)) throw Held(text_of(file, error));
      throw Failure(text_of(file, error));
    }
  }

  void begin();

  // What is committed to a file without a name would be lost without a word.
  void commit();

  // Runs `act` in a transaction: all of it takes effect or nothing. Joins a transaction that is
  // open.
  template <class Do>
  auto in_transaction(Do&& act) {
    if (transaction) return guarded(act);
    guarded([&] { begin(); });
    struct Rollback {  // unless committed; also forgets the ids of rows that are gone
      Connection& connection;
      ~Rollback() {
        if (!connection.transaction) return;
        connection.transaction.reset();
        connection.bot_ids.clear();
        connection.fixture_ids.clear();
        connection.sound_fixtures.clear();
      }
    } rollback{*this};
    if constexpr (std::is_void_v<std::invoke_result_t<Do&>>) {
      guarded(act);
      guarded([&] { commit(); });
    } else {
      auto result = guarded(act);
      guarded([&] { commit(); });
      return result;
    }
  }

  std::filesystem::path file;
  SQLite::Database database;
  std::optional<std::pair<dev_t, ino_t>> opened;  // the file's identity
  Statements statements{database};
  std::map<BotRow, std::int64_t> bot_ids;
  std::map<Key, std::int64_t> fixture_ids;
  std::set<std::int64_t> sound_fixtures;  // that this connection has looked at or made
  std::optional<SQLite::Transaction> transaction;
  int looks = 0;  // of the running statement: see steps_between_looks
};

}  // namespace hilltop::store
