#pragma once
#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <sqlite3.h>
#include <string>
#include <type_traits>
#include <vector>

#include "core/hex.hpp"
#include "store/store.hpp"

// How rows become what the store speaks of. Seen by the store's own files alone.
namespace hilltop::store {

// How long another program may hold the store in the middle of its own transaction.
inline constexpr int busy_ms_most = 60'000;

inline constexpr std::array fault_kinds = {FaultKind::illegal,  FaultKind::malformed,
                                           FaultKind::timeout,  FaultKind::crashed,
                                           FaultKind::overflow, FaultKind::refused_to_start};

// What SQLite throws, in the store's words.
inline std::string text_of(const std::filesystem::path& file, const SQLite::Exception& error) {
  const std::string place = "the store '" + file.string() + "' ";
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
      return place + "cannot grow: the disk is full; what was written before is kept";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return place + "is damaged (" + error.what() +
             "); it was left as it is: name another with "
             "--store, or bring back a copy";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return place + "is held by another program";
    case SQLITE_READONLY: return place + "cannot be written: it, or its folder, is read-only";
    case SQLITE_CANTOPEN:
      return place +
             "cannot be opened: is its folder there, and yours? --store names another, or none";
    default: return place + "cannot be used: " + error.what();
  }
}

inline std::vector<std::uint8_t> bytes_of(const SQLite::Column& column) {
  const auto* const begin = static_cast<const std::uint8_t*>(column.getBlob());
  return {begin, begin + column.getBytes()};
}

inline Key key_of(const SQLite::Column& column) {
  Key key{};
  const std::vector<std::uint8_t> bytes = bytes_of(column);
  if (bytes.size() == key.size()) std::ranges::copy(bytes, key.begin());
  return key;
}

inline void bind_blob(SQLite::Statement& statement, int index,
                      std::span<const std::uint8_t> bytes) {
  const void* const data = bytes.empty() ? "" : static_cast<const void*>(bytes.data());
  statement.bind(index, data, static_cast<int>(bytes.size()));  // a null pointer would be NULL
}

// Columns 8 to 10 of a line.
inline void bind_timing(SQLite::Statement& row, const Timing& timing) {
  row.bind(9, static_cast<std::int64_t>(timing.answers));
  row.bind(10, static_cast<std::int64_t>(timing.total.count()));
  row.bind(11, static_cast<std::int64_t>(timing.slowest.count()));
}

inline Timing timing_in(SQLite::Statement& row) {
  return {static_cast<std::uint64_t>(row.getColumn(8).getInt64()),
          std::chrono::nanoseconds(row.getColumn(9).getInt64()),
          std::chrono::nanoseconds(row.getColumn(10).getInt64())};
}

inline FaultKind kind_of(std::string_view word) {
  for (const FaultKind kind : fault_kinds)
    if (name(kind) == word) return kind;
  return FaultKind::malformed;
}

struct Store::Connection {
  Connection(const std::filesystem::path& path, int flags)
      : file(path), database(path.string(), flags) {
    database.setBusyTimeout(busy_ms_most);
  }

  // A statement that is compiled once, and holds nothing of the store when its user is done.
  class Prepared {
   public:
    explicit Prepared(SQLite::Statement& statement) : statement_(statement) {}
    ~Prepared() { statement_.tryReset(); }
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;
    SQLite::Statement* operator->() const { return &statement_; }
    SQLite::Statement& operator*() const { return statement_; }

   private:
    SQLite::Statement& statement_;
  };
  Prepared prepared(const char* sql) {
    const auto [found, made] = statements.try_emplace(sql);
    if (made) found->second = std::make_unique<SQLite::Statement>(database, sql);
    found->second->reset();
    found->second->clearBindings();
    return Prepared(*found->second);
  }

  std::int64_t id_of(const Bot& bot) {
    const auto [found, made] = bot_ids.try_emplace(bot, 0);
    if (!made) return found->second;
    const auto insert = prepared(
        "INSERT INTO bot (name, title, content, house, author, language) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET title = excluded.title, "
        "author = excluded.author, language = excluded.language RETURNING id");
    insert->bind(1, bot.name);
    insert->bind(2, bot.title);
    bind_blob(*insert, 3, bot.content);
    insert->bind(4, bot.house ? 1 : 0);
    insert->bind(5, bot.author);
    insert->bind(6, bot.language);
    insert->executeStep();
    return found->second = insert->getColumn(0).getInt64();
  }

  std::optional<std::int64_t> id_of(const Key& fixture) {
    if (const auto found = fixture_ids.find(fixture); found != fixture_ids.end())
      return found->second;
    const auto select = prepared("SELECT id FROM fixture WHERE key = ?");
    bind_blob(*select, 1, fixture);
    if (!select->executeStep()) return std::nullopt;
    return fixture_ids[fixture] = select->getColumn(0).getInt64();
  }

  std::int64_t id_of(const Sitting& sitting) {
    if (const auto known = id_of(sitting.key)) return *known;
    const auto insert = prepared("INSERT INTO fixture (key) VALUES (?)");
    bind_blob(*insert, 1, sitting.key);
    insert->exec();
    const std::int64_t fixture = database.getLastInsertRowid();
    for (std::size_t place = 0; place < sitting.bots.size(); ++place) {
      const std::int64_t bot = id_of(sitting.bots[place]);
      const auto sits = prepared("INSERT INTO sitter (fixture, place, bot) VALUES (?, ?, ?)");
      sits->bind(1, fixture);
      sits->bind(2, static_cast<std::int64_t>(place));
      sits->bind(3, bot);
      sits->exec();
    }
    return fixture_ids[sitting.key] = fixture;
  }

  void insert_fault(std::int64_t block, int number, const tournament::FaultNote& note,
                    bool disqualifies) {
    const auto insert = prepared("INSERT INTO fault VALUES (?, ?, ?, ?, ?, ?, ?)");
    insert->bind(1, block);
    insert->bind(2, number);
    insert->bind(3, note.entry);
    insert->bind(4, static_cast<std::int64_t>(note.game));
    insert->bind(5, std::string(name(note.fault.kind)));
    insert->bind(6, note.fault.detail);
    insert->bind(7, disqualifies ? 1 : 0);
    insert->exec();
  }

  void insert(std::int64_t fixture, const Block& block) {
    const auto insert = prepared(
        "INSERT INTO block (fixture, first_game, games, layers, digest, results) "
        "VALUES (?, ?, ?, ?, ?, ?)");
    insert->bind(1, fixture);
    insert->bind(2, static_cast<std::int64_t>(block.first_game));
    insert->bind(3, static_cast<std::int64_t>(block.games));
    if (block.layers) insert->bind(4, static_cast<std::int64_t>(*block.layers));
    bind_blob(*insert, 5, from_hex(block.digest).value());
    if (!block.bytes.empty()) bind_blob(*insert, 6, block.bytes);
    insert->exec();
    const std::int64_t id = database.getLastInsertRowid();
    for (std::size_t place = 0; place < block.lines.size(); ++place) {
      const tournament::Line& line = block.lines[place];
      const auto row = prepared("INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
      row->bind(1, id);
      row->bind(2, static_cast<std::int64_t>(place));
      row->bind(3, line.games);
      row->bind(4, line.won);
      row->bind(5, line.tied);
      row->bind(6, line.faults);
      row->bind(7, line.sum);
      if (line.best) row->bind(8, *line.best);
      if (place < block.timings.size() && block.timings[place].answers > 0)
        bind_timing(*row, block.timings[place]);
      row->exec();
    }
    int number = 0;
    for (const tournament::FaultNote& note : block.notes) insert_fault(id, number++, note, false);
    if (block.disqualified) insert_fault(id, number, *block.disqualified, true);
    for (const GameRecord& record : block.records) {
      const auto row = prepared("INSERT OR REPLACE INTO record VALUES (?, ?, ?)");
      row->bind(1, fixture);
      row->bind(2, static_cast<std::int64_t>(record.game));
      row->bind(3, record.text);
      row->exec();
    }
  }

  void clear(std::int64_t fixture, std::uint32_t first_game, std::uint32_t games) {
    const auto remove = prepared(
        "DELETE FROM block WHERE fixture = ? AND first_game < ? AND first_game + games > ?");
    remove->bind(1, fixture);
    remove->bind(2, static_cast<std::int64_t>(first_game) + games);
    remove->bind(3, static_cast<std::int64_t>(first_game));
    remove->exec();
  }

  Block read_block(SQLite::Statement& row) {
    Block block;
    block.first_game = row.getColumn(1).getUInt();
    block.games = row.getColumn(2).getUInt();
    if (!row.getColumn(3).isNull()) block.layers = row.getColumn(3).getUInt();
    block.digest = to_hex(bytes_of(row.getColumn(4)));
    block.bytes = bytes_of(row.getColumn(5));
    const std::int64_t id = row.getColumn(0).getInt64();
    const auto lines = prepared("SELECT * FROM line WHERE block = ? ORDER BY place");
    for (lines->bind(1, id); lines->executeStep();) {
      tournament::Line line;
      line.games = lines->getColumn(2).getInt64();
      line.won = lines->getColumn(3).getInt64();
      line.tied = lines->getColumn(4).getInt64();
      line.faults = lines->getColumn(5).getInt64();
      line.sum = lines->getColumn(6).getInt64();
      if (!lines->getColumn(7).isNull()) line.best = lines->getColumn(7).getInt();
      if (!lines->getColumn(8).isNull()) {
        block.timings.resize(block.lines.size());
        block.timings.push_back(timing_in(*lines));
      }
      block.lines.push_back(line);
    }
    if (!block.timings.empty()) block.timings.resize(block.lines.size());
    const auto faults = prepared("SELECT * FROM fault WHERE block = ? ORDER BY number");
    for (faults->bind(1, id); faults->executeStep();) {
      tournament::FaultNote note{
          faults->getColumn(2).getInt(), faults->getColumn(3).getUInt(),
          Fault{kind_of(faults->getColumn(4).getString()), faults->getColumn(5).getString()}};
      if (faults->getColumn(6).getInt() != 0)
        block.disqualified = std::move(note);
      else
        block.notes.push_back(std::move(note));
    }
    return block;
  }

  // The sitting of a fixture by its row.
  Sitting read_sitting(std::int64_t fixture) {
    Sitting sitting{};
    const auto key = prepared("SELECT key FROM fixture WHERE id = ?");
    key->bind(1, fixture);
    if (key->executeStep()) sitting.key = key_of(key->getColumn(0));
    const auto bots = prepared(
        "SELECT name, title, content, house, author, language FROM sitter JOIN bot ON bot = bot.id "
        "WHERE fixture = ? ORDER BY place");
    for (bots->bind(1, fixture); bots->executeStep();) sitting.bots.push_back(read_bot(*bots));
    return sitting;
  }

  std::vector<Key> checks() {
    std::vector<Key> keys;
    const auto select = prepared("SELECT key FROM checked");
    while (select->executeStep()) keys.push_back(key_of(select->getColumn(0)));
    return keys;
  }

  static Bot read_bot(const SQLite::Statement& row) {
    return {row.getColumn(0).getString(), row.getColumn(1).getString(),
            key_of(row.getColumn(2)),     row.getColumn(3).getInt() != 0,
            row.getColumn(4).getString(), row.getColumn(5).getString()};
  }

  // What SQLite throws is said in the store's words.
  template <class Do>
  auto guarded(Do&& act) {
    try {
      return act();
    } catch (const SQLite::Exception& error) {
      throw Failure(text_of(file, error));
    }
  }

  void begin() { transaction.emplace(database, SQLite::TransactionBehavior::IMMEDIATE); }

  void commit() {
    transaction->commit();
    transaction.reset();
  }

  // Everything or nothing; a part of the transaction that there is.
  template <class Do>
  auto in_transaction(Do&& act) {
    if (transaction) return guarded(act);
    guarded([&] { begin(); });
    struct Rollback {  // unless it was committed
      std::optional<SQLite::Transaction>& transaction;
      ~Rollback() { transaction.reset(); }
    } rollback{transaction};
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
  std::map<std::string, std::unique_ptr<SQLite::Statement>> statements;
  std::map<Bot, std::int64_t> bot_ids;
  std::map<Key, std::int64_t> fixture_ids;
  std::optional<SQLite::Transaction> transaction;
};

}  // namespace hilltop::store
