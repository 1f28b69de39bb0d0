#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "store/database.hpp"
#include "store/rows.hpp"

// What the rows of a store say, whatever its database. Included only by the store's own files.
namespace hilltop::store {

// The damage of a row whose seal is another.
inline constexpr const char* changed_since = "it differs from what Hilltop stored";

struct Connection {
  explicit Connection(std::unique_ptr<Database> of) : database(std::move(of)) {}

  Query prepared(const char* sql) { return statements.prepared(sql); }

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
  BatchRow read_block(const Key& key, std::size_t bots, Statement& row);

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

  // Writes the row of a run, a new one unless it is known. Returns its id.
  std::int64_t put(const ContestRow& contest, const std::optional<KnownRun>& known);

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
  static bool is_sealed(const Statement& row);
  static BotRow read_bot(const Statement& row);

  // Runs `act` in a transaction, again if the connection was lost before its end: all of it takes
  // effect or nothing. Joins a transaction that is open.
  template <class Do>
  auto in_transaction(Do&& act, Database::Use use = Database::Use::write) {
    if (is_open) return act();
    for (int attempt = 0;; ++attempt) try {
        Open open(*this, use);
        if constexpr (std::is_void_v<std::invoke_result_t<Do&>>) {
          act();
          return open.commit();
        } else {
          auto result = act();
          open.commit();
          return result;
        }
      } catch (const Lost& lost) {
        database->recover(lost, attempt);
      }
  }

  // Runs `act`, which only reads, and sees one state of the store.
  template <class Do>
  auto reading(Do&& act) {
    return in_transaction(act, Database::Use::read);
  }

  std::unique_ptr<Database> database;
  Queries statements{*database};
  std::map<BotRow, std::int64_t> bot_ids;
  std::map<Key, std::int64_t> fixture_ids;
  std::set<std::int64_t> sound_fixtures;  // that this connection has looked at or made
  bool is_open = false;                   // a transaction

 private:
  // A transaction. Unless it is committed, it also forgets the ids of rows that are gone.
  class Open {
   public:
    Open(Connection& connection, Database::Use use) : connection_(connection) {
      try {
        connection_.database->begin(use);
      } catch (...) {
        connection_.database->roll_back();
        throw;
      }
      connection_.is_open = true;
    }
    ~Open() {
      if (!connection_.is_open) return;
      connection_.is_open = false;
      connection_.database->roll_back();
      connection_.bot_ids.clear();
      connection_.fixture_ids.clear();
      connection_.sound_fixtures.clear();
    }
    void commit() {
      connection_.database->commit();
      connection_.is_open = false;
    }

   private:
    Connection& connection_;
  };
};

}  // namespace hilltop::store
