#include "store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <optional>
#include <span>
#include <sqlite3.h>
#include <unistd.h>
#include <utility>

#include "core/hex.hpp"
#include "store/schema.hpp"

namespace hilltop::store {
namespace {

namespace fs = std::filesystem;

// How long another program may hold the store in the middle of its own transaction.
constexpr int busy_ms_most = 60'000;

constexpr std::array fault_kinds = {FaultKind::illegal,  FaultKind::malformed,
                                    FaultKind::timeout,  FaultKind::crashed,
                                    FaultKind::overflow, FaultKind::refused_to_start};

std::string text_of(const fs::path& file, const SQLite::Exception& error) {
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

std::vector<std::uint8_t> bytes_of(const SQLite::Column& column) {
  const auto* const begin = static_cast<const std::uint8_t*>(column.getBlob());
  return {begin, begin + column.getBytes()};
}

Key key_of(const SQLite::Column& column) {
  Key key{};
  const std::vector<std::uint8_t> bytes = bytes_of(column);
  if (bytes.size() == key.size()) std::ranges::copy(bytes, key.begin());
  return key;
}

void bind_blob(SQLite::Statement& statement, int index, std::span<const std::uint8_t> bytes) {
  const void* const data = bytes.empty() ? "" : static_cast<const void*>(bytes.data());
  statement.bind(index, data, static_cast<int>(bytes.size()));  // a null pointer would be NULL
}

// Columns 8 to 10 of a line.
void bind_timing(SQLite::Statement& row, const Timing& timing) {
  row.bind(9, static_cast<std::int64_t>(timing.answers));
  row.bind(10, static_cast<std::int64_t>(timing.total.count()));
  row.bind(11, static_cast<std::int64_t>(timing.slowest.count()));
}

Timing timing_in(SQLite::Statement& row) {
  return {static_cast<std::uint64_t>(row.getColumn(8).getInt64()),
          std::chrono::nanoseconds(row.getColumn(9).getInt64()),
          std::chrono::nanoseconds(row.getColumn(10).getInt64())};
}

FaultKind kind_of(std::string_view word) {
  for (const FaultKind kind : fault_kinds)
    if (name(kind) == word) return kind;
  return FaultKind::malformed;
}

}  // namespace

struct Store::Connection {
  Connection(const fs::path& path, int flags) : file(path), database(path.string(), flags) {
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

  fs::path file;
  SQLite::Database database;
  std::map<std::string, std::unique_ptr<SQLite::Statement>> statements;
  std::map<Bot, std::int64_t> bot_ids;
  std::map<Key, std::int64_t> fixture_ids;
  std::optional<SQLite::Transaction> transaction;
};

namespace {

// What a file is, before SQLite may touch it. A Problem: not a store.
std::expected<void, Problem> look_at(const fs::path& file) {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  const auto no_store = [&](const std::string& why) {
    return std::unexpected(Problem{"'" + file.string() + "' is no store of Hilltop: " + why +
                                   "; it was left as it is"});
  };
  if (!fs::is_regular_file(file)) return no_store("it is no file");
  std::ifstream in(file, std::ios::binary);
  std::string begin(100, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  if (!in.is_open()) return std::unexpected(Problem{"cannot read '" + file.string() + "'"});
  if (begin.empty()) return {};
  if (!begin.starts_with(magic)) return no_store("it is no SQLite database");
  if (begin.size() < 100) return no_store("it ends within its first 100 bytes");
  std::uint32_t id = 0;  // big-endian, at byte 68 (https://www.sqlite.org/fileformat.html)
  for (std::size_t i = 68; i < 72; ++i) id = id << 8 | static_cast<unsigned char>(begin[i]);
  if (id != static_cast<std::uint32_t>(application_id))
    return no_store("it is a database of another program");
  return {};
}

// Changes a byte or two of the header, and nothing else: whichever of them a failure of the power
// leaves, the file is whole. So the disk is not waited for.
void set_journal(SQLite::Database& database, const std::string& mode) {
  database.exec("PRAGMA synchronous = OFF");
  database.exec("PRAGMA journal_mode = " + mode);
}

// What cannot be brought there yet is when the first results are.
void bring_to_disk(const fs::path& file) {
  for (const fs::path& path : {file, fs::absolute(file).parent_path()}) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) continue;
    ::fsync(descriptor);
    ::close(descriptor);
  }
}

void bring_up_to_date(SQLite::Database& database) {
  SQLite::Transaction all(database, SQLite::TransactionBehavior::IMMEDIATE);
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  for (auto next = static_cast<std::size_t>(version); next < migrations.size(); ++next)
    database.exec(std::string(migrations[next]));
  database.exec("PRAGMA application_id = " + std::to_string(application_id));
  database.exec("PRAGMA user_version = " + std::to_string(schema_version));
  all.commit();
}

}  // namespace

std::expected<Store, Problem> Store::open(const fs::path& file, Access access) {
  const bool there = fs::exists(file) && !(fs::is_regular_file(file) && fs::file_size(file) == 0);
  if (!there && access != Access::create)
    return std::unexpected(Problem{"there is no store '" + file.string() + "'"});
  if (there)
    if (const auto ok = look_at(file); !ok) return std::unexpected(ok.error());
  try {
    const int flags = access == Access::read ? SQLite::OPEN_READONLY
                                             : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;
    auto connection = std::make_unique<Connection>(file, flags);
    SQLite::Database& database = connection->database;
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    if (version > schema_version)
      return std::unexpected(Problem{"the store '" + file.string() +
                                     "' was written by a newer Hilltop (version " +
                                     std::to_string(version) + " of the schema, this one knows " +
                                     std::to_string(schema_version) + "); it was left as it is"});
    if (access == Access::read && version < schema_version)
      return std::unexpected(Problem{"the store '" + file.string() +
                                     "' is of an older Hilltop: any `hilltop run` that names it "
                                     "brings it up to date"});
    if (access != Access::read) {
      // A new file holds nothing that could be lost: it is brought to the disk in one go.
      if (!there) database.exec("PRAGMA synchronous = OFF");
      if (version < schema_version) bring_up_to_date(database);
      // After the migrations, so that the header of a new store is in the file itself and not in
      // its journal.
      set_journal(database, "WAL");
      if (!there) bring_to_disk(file);
      // Commits survive the end of the program at any moment; those of the last moments may be
      // lost, whole, if the power goes (docs/store.md).
      database.exec("PRAGMA synchronous = NORMAL");
      database.exec("PRAGMA foreign_keys = ON");
    }
    return Store(file, std::move(connection));
  } catch (const SQLite::Exception& error) {
    return std::unexpected(Problem{text_of(file, error)});
  }
}

Store::Store(fs::path file, std::unique_ptr<Connection> connection)
    : file_(std::move(file)), connection_(std::move(connection)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

Store::~Store() {
  if (!connection_) return;
  connection_->statements.clear();
  connection_->transaction.reset();
  try {
    connection_->database.exec("PRAGMA busy_timeout = 0");
    connection_->database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    set_journal(connection_->database, "DELETE");
  } catch (const SQLite::Exception&) {  // another connection is open, which then does it
  }
}

std::vector<Block> Store::blocks(const Key& fixture) const {
  return connection_->guarded([&] {
    std::vector<Block> blocks;
    const auto id = connection_->id_of(fixture);
    if (!id) return blocks;
    const auto select = connection_->prepared(
        "SELECT id, first_game, games, layers, digest, results FROM block WHERE fixture = ? "
        "ORDER BY first_game");
    for (select->bind(1, *id); select->executeStep();)
      blocks.push_back(connection_->read_block(*select));
    return blocks;
  });
}

std::vector<GameRecord> Store::records(const Key& fixture, std::uint32_t first_game,
                                       std::uint32_t last_game) const {
  return connection_->guarded([&] {
    std::vector<GameRecord> records;
    const auto id = connection_->id_of(fixture);
    if (!id) return records;
    const auto select = connection_->prepared(
        "SELECT game, text FROM record WHERE fixture = ? AND game BETWEEN ? AND ? ORDER BY game");
    select->bind(1, *id);
    select->bind(2, first_game);
    select->bind(3, last_game);
    while (select->executeStep())
      records.push_back({select->getColumn(0).getUInt(), select->getColumn(1).getString()});
    return records;
  });
}

std::vector<Contest> Store::contests() const {
  return connection_->guarded([&] {
    std::vector<Contest> contests;
    const auto select = connection_->prepared(
        "SELECT id, key, name, file, seed, games FROM contest ORDER BY run DESC");
    while (select->executeStep()) {
      Contest contest{
          key_of(select->getColumn(1)),     select->getColumn(2).getString(),
          select->getColumn(3).getString(), std::stoull(select->getColumn(4).getString()),
          select->getColumn(5).getUInt(),   {}};
      const auto bots = connection_->prepared(
          "SELECT name, title, content, house, author, language FROM entrant JOIN bot ON bot = "
          "bot.id "
          "WHERE contest = ? ORDER BY place");
      for (bots->bind(1, select->getColumn(0).getInt64()); bots->executeStep();)
        contest.bots.push_back(Connection::read_bot(*bots));
      contests.push_back(std::move(contest));
    }
    return contests;
  });
}

void Store::put(const Contest& contest) {
  connection_->in_transaction([&] {
    const auto insert = connection_->prepared(
        "INSERT INTO contest (key, name, file, seed, games, run) "
        "VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(run), 0) + 1 FROM contest)) "
        "ON CONFLICT (key) DO UPDATE SET name = excluded.name, file = excluded.file, "
        "run = excluded.run RETURNING id");
    bind_blob(*insert, 1, contest.key);
    insert->bind(2, contest.name);
    insert->bind(3, contest.file);
    insert->bind(4, std::to_string(contest.seed));
    insert->bind(5, static_cast<std::int64_t>(contest.games));
    insert->executeStep();
    const std::int64_t id = insert->getColumn(0).getInt64();
    const auto remove = connection_->prepared("DELETE FROM entrant WHERE contest = ?");
    remove->bind(1, id);
    remove->exec();
    for (std::size_t place = 0; place < contest.bots.size(); ++place) {
      const std::int64_t bot = connection_->id_of(contest.bots[place]);
      const auto row = connection_->prepared("INSERT INTO entrant VALUES (?, ?, ?)");
      row->bind(1, id);
      row->bind(2, static_cast<std::int64_t>(place));
      row->bind(3, bot);
      row->exec();
    }
  });
}

void Store::put(const Sitting& sitting, const Block& block) {
  connection_->in_transaction([&] {
    const std::int64_t fixture = connection_->id_of(sitting);
    connection_->clear(fixture, block.first_game, block.games);
    connection_->insert(fixture, block);
  });
}

void Store::put(const Batch& all) {
  connection_->in_transaction([&] {
    for (const auto& [key, check] : all.checks) put(key, check);
    for (const auto& [key, fixture] : all.fixtures)
      for (const Block& block : fixture.blocks) put(fixture.sitting, block);
  });
}

void Store::put(const Key& key, const Check& check) {
  connection_->in_transaction([&] {
    const auto insert =
        connection_->prepared("INSERT OR REPLACE INTO checked VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    bind_blob(*insert, 1, key);
    if (check.layers) insert->bind(2, static_cast<std::int64_t>(*check.layers));
    if (check.failure) {
      insert->bind(3, std::string(name(check.failure->fault.kind)));
      insert->bind(4, check.failure->fault.detail);
      insert->bind(5, check.failure->against);
      insert->bind(6, static_cast<std::int64_t>(check.failure->game));
      insert->bind(7, check.failure->asked);
      insert->bind(8, check.failure->said);
    }
    insert->exec();
  });
}

std::optional<Check> Store::check(const Key& key) const {
  return connection_->guarded([&]() -> std::optional<Check> {
    const auto select = connection_->prepared("SELECT * FROM checked WHERE key = ?");
    bind_blob(*select, 1, key);
    if (!select->executeStep()) return std::nullopt;
    Check check;
    if (!select->getColumn(1).isNull()) check.layers = select->getColumn(1).getUInt();
    if (!select->getColumn(2).isNull())
      check.failure = {
          select->getColumn(4).getString(),
          select->getColumn(5).getUInt(),
          select->getColumn(6).getString(),
          select->getColumn(7).getString(),
          {kind_of(select->getColumn(2).getString()), select->getColumn(3).getString()}};
    return check;
  });
}

void Store::forget(const Key& fixture) {
  connection_->in_transaction([&] {
    const auto remove = connection_->prepared("DELETE FROM fixture WHERE key = ?");
    bind_blob(*remove, 1, fixture);
    remove->exec();
    connection_->fixture_ids.erase(fixture);
  });
}

std::optional<std::string> Store::diary(const std::string& folder) const {
  return connection_->guarded([&]() -> std::optional<std::string> {
    const auto select = connection_->prepared("SELECT text FROM diary WHERE folder = ?");
    select->bind(1, folder);
    if (!select->executeStep()) return std::nullopt;
    return select->getColumn(0).getString();
  });
}

void Store::put_diary(const std::string& folder, const std::string& diary) {
  connection_->in_transaction([&] {
    const auto insert = connection_->prepared("INSERT OR REPLACE INTO diary VALUES (?, ?)");
    insert->bind(1, folder);
    insert->bind(2, diary);
    insert->exec();
  });
}

std::uint64_t Store::merge(const Store& other) {
  return connection_->in_transaction([&] {
    std::vector<std::int64_t> fixtures;
    other.connection_->guarded([&] {
      const auto select = other.connection_->prepared("SELECT id FROM fixture ORDER BY id");
      while (select->executeStep()) fixtures.push_back(select->getColumn(0).getInt64());
    });
    std::uint64_t taken = 0;
    for (const std::int64_t fixture : fixtures) {
      const Sitting sitting =
          other.connection_->guarded([&] { return other.connection_->read_sitting(fixture); });
      const std::vector<Block> ours = blocks(sitting.key);
      std::vector<GameRecord> records = other.records(sitting.key);
      for (Block& block : other.blocks(sitting.key)) {
        const auto covers = [&](const Block& known) {
          return known.first_game <= block.first_game &&
                 known.first_game + known.games >= block.first_game + block.games;
        };
        if (std::ranges::any_of(ours, covers)) continue;
        for (const GameRecord& record : records)
          if (record.game >= block.first_game && record.game - block.first_game < block.games)
            block.records.push_back(record);
        put(sitting, block);
        ++taken;
      }
    }
    for (const Key& key : other.connection_->guarded([&] { return other.connection_->checks(); }))
      if (!check(key)) put(key, other.check(key).value());
    std::vector<Contest> contests = other.contests();
    std::vector<Key> known;
    for (const Contest& contest : this->contests()) known.push_back(contest.key);
    for (auto contest = contests.rbegin(); contest != contests.rend(); ++contest)
      if (std::ranges::find(known, contest->key) == known.end()) put(*contest);
    return taken;
  });
}

std::string Store::damage() const {
  try {
    const std::string said = connection_->database.execAndGet("PRAGMA quick_check(1)").getString();
    return said == "ok" ? "" : said;
  } catch (const SQLite::Exception& error) {
    return text_of(file_, error);
  }
}

}  // namespace hilltop::store
