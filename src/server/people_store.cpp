#include "server/people_store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <algorithm>
#include <array>
#include <ctime>
#include <fcntl.h>
#include <mutex>
#include <nlohmann/json.hpp>
#include <ranges>
#include <sqlite3.h>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

#include "core/json.hpp"
#include "server/json.hpp"
#include "store/store.hpp"

namespace hilltop::server {
namespace {

constexpr int application_id = 0x48696c70;  // "Hilp"
// The statements that lead from each version of the file to the next one, from nothing on.
constexpr std::array<const char*, 8> schemas{R"sql(
-- A game of people. `changed` is in seconds since 1970.
CREATE TABLE room (
  name       TEXT PRIMARY KEY,
  record     TEXT NOT NULL,
  moment     TEXT NOT NULL,
  after      TEXT NOT NULL,
  after_seat INTEGER NOT NULL,
  keys       BLOB NOT NULL,     -- 32 bytes a seat; zeros: no key opens it
  changed    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX room_changed ON room (changed);

CREATE TABLE save (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  visitor BLOB NOT NULL,
  record  TEXT NOT NULL,
  saved   INTEGER NOT NULL
) STRICT;
CREATE INDEX save_visitor ON save (visitor, id);

-- Who may upload bots. The host has an empty author.
CREATE TABLE token (
  author TEXT PRIMARY KEY,
  hash   BLOB NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;

CREATE TABLE bot (
  name    TEXT PRIMARY KEY,
  author  TEXT NOT NULL,
  verdict TEXT NOT NULL
) STRICT, WITHOUT ROWID;
)sql",
                                             R"sql(
-- Uploads of bots. `found` is what the check of one found, as JSON; empty before its end. There was
-- one upload per bot, and it was forgotten when it came.
CREATE TABLE version (
  bot      TEXT NOT NULL,
  number   INTEGER NOT NULL,
  uploaded INTEGER NOT NULL,
  title    TEXT NOT NULL,
  content  BLOB NOT NULL,
  passed   INTEGER,
  found    TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (bot, number)
) STRICT, WITHOUT ROWID;
INSERT INTO version (bot, number, uploaded, title, content, passed, found)
  SELECT name, 1, 0, name, zeroblob(32), iif(verdict = '', NULL, verdict ->> 'status' = 0),
    iif(verdict = '', '', json_object('verdict', json(verdict))) FROM bot;
-- Numbers of the versions that play and that do not.
ALTER TABLE bot DROP COLUMN verdict;
ALTER TABLE bot ADD COLUMN plays INTEGER NOT NULL DEFAULT 1;
ALTER TABLE bot ADD COLUMN held INTEGER NOT NULL DEFAULT 1;
)sql",
                                             R"sql(
-- Seats that leave as soon as they are asked, a bit each.
ALTER TABLE room ADD COLUMN leaving INTEGER NOT NULL DEFAULT 0;
)sql",
                                             R"sql(
-- The newest run of each hosted contest: the end of its log, and its exit code, which is NULL if no
-- server has seen its end.
CREATE TABLE run (
  contest TEXT PRIMARY KEY,
  log     TEXT NOT NULL,
  status  INTEGER
) STRICT;
)sql",
                                             R"sql(
-- Which rooms may make room for others. Games of before may be under way.
ALTER TABLE room ADD COLUMN under_way INTEGER NOT NULL DEFAULT 1;
ALTER TABLE room ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE room SET bytes = length(CAST(record AS BLOB));
CREATE INDEX room_kept ON room (under_way, changed, bytes);
ALTER TABLE save ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE save SET bytes = length(CAST(record AS BLOB));
CREATE INDEX save_bytes ON save (bytes);
)sql",
                                             R"sql(
-- The limits of bots that are not the arena's own, by name, as JSON.
ALTER TABLE room ADD COLUMN limits TEXT NOT NULL DEFAULT '{}';
)sql",
                                             R"sql(
-- Who may know the luck: 0 nobody, 1 who took the record, 2 who began the game, as in every game of
-- before. And whether people play at several browsers.
ALTER TABLE room ADD COLUMN luck INTEGER NOT NULL DEFAULT 2;
ALTER TABLE room ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
)sql",
                                             R"sql(
-- Who has left it, as a hash of the network under a key that is not in this file; empty: not known.
ALTER TABLE room ADD COLUMN client BLOB NOT NULL DEFAULT x'';
CREATE INDEX room_client ON room (client, under_way, changed, bytes);
ALTER TABLE save ADD COLUMN client BLOB NOT NULL DEFAULT x'';
CREATE INDEX save_client ON save (client, bytes);
CREATE INDEX save_saved ON save (saved);
)sql"};

std::int64_t machines_time_s() { return static_cast<std::int64_t>(std::time(nullptr)); }

std::string limits_text(const play::TimeLimits& time) {
  Json limits = Json::object();
  for (const play::TimeSwitch& limit : play::time_switches)
    if (limit.get(time) != limit.get({})) limits[limit.name] = limit.get(time);
  return written(limits);
}

play::TimeLimits limits_in(const std::string& text) {
  play::TimeLimits time;
  const Json limits = Json::parse(text, nullptr, false);
  for (const play::TimeSwitch& limit : play::time_switches)
    if (const auto value = whole_in(limits, std::string(limit.name).c_str()))
      limit.set(time, *value);
  return time;
}

std::string joined(const std::vector<std::optional<SecretHash>>& keys) {
  std::string bytes;
  for (const auto& key : keys) {
    const SecretHash hash = key.value_or(SecretHash{});
    bytes.append(hash.begin(), hash.end());
  }
  return bytes;
}

std::vector<std::optional<SecretHash>> split(std::string_view bytes) {
  std::vector<std::optional<SecretHash>> keys;
  for (; bytes.size() >= SecretHash().size(); bytes.remove_prefix(SecretHash().size())) {
    SecretHash hash{};
    std::copy_n(bytes.begin(), hash.size(), hash.begin());
    keys.push_back(hash == SecretHash{} ? std::nullopt : std::optional(hash));
  }
  return keys;
}

}  // namespace

struct PeopleStore::Impl {
  Impl(std::filesystem::path path, Keeping kept)
      : file(std::move(path)),
        keeping(std::move(kept)),
        database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {}

  // Runs a statement's work alone, and turns its errors into ours.
  template <class Work>
  auto alone(Work work) {
    const std::scoped_lock lock(mutex);
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      throw StoreFailure("the people's store '" + file.string() + "': " + error.what(),
                         error.getErrorCode() == SQLITE_FULL ? "the server's disk is full"
                                                             : "the server's disk failed");
    }
  }

  void bind(SQLite::Statement& statement, int index, const SecretHash& hash) {
    statement.bind(index, static_cast<const void*>(hash.data()), static_cast<int>(hash.size()));
  }

  std::int64_t now_s() const { return keeping.now_s ? keeping.now_s() : machines_time_s(); }

  void bind(SQLite::Statement& statement, int index, const std::string& bytes) {
    statement.bind(index, static_cast<const void*>(bytes.data()), static_cast<int>(bytes.size()));
  }

  void delete_old(const char* statement, int days) {
    SQLite::Statement old(database, statement);
    old.bind(1, now_s() - std::int64_t{days} * 24 * 60 * 60);
    old.exec();
  }
  void delete_old_rooms() { delete_old("DELETE FROM room WHERE changed < ?", room_days_max); }
  void delete_old_saves() { delete_old("DELETE FROM save WHERE saved < ?", save_days_max); }

  struct RoomsMax {
    int rooms;
    std::int64_t bytes;
  };

  // Returns whether there is room, among all rooms or those of a client, for one more with a record
  // of that size, or could be made.
  bool make_room(const std::string* client, const RoomsMax& max, std::int64_t record_bytes,
                 const std::set<std::string>& in_use) {
    // A condition of its own each, so that an index answers and no record is read.
    const std::string whose = client == nullptr ? "?1 IS NULL" : "client = ?1";
    SQLite::Statement kept(database,
                           "SELECT count(*), coalesce(sum(bytes), 0) FROM room WHERE " + whose);
    if (client != nullptr) bind(kept, 1, *client);
    kept.executeStep();
    int count = kept.getColumn(0).getInt();
    std::int64_t bytes = kept.getColumn(1).getInt64();
    const auto fits = [&] { return count < max.rooms && bytes + record_bytes <= max.bytes; };
    std::vector<std::string> gone;
    SQLite::Statement idle(
        database, "SELECT name, bytes FROM room WHERE under_way = 0 AND changed <= ?2 AND " +
                      whose + " ORDER BY changed");
    if (client != nullptr) bind(idle, 1, *client);
    idle.bind(2, now_s() - room_idle_s);
    while (!fits() && idle.executeStep()) {
      std::string name = idle.getColumn(0).getString();
      if (in_use.contains(name)) continue;
      --count;
      bytes -= idle.getColumn(1).getInt64();
      gone.push_back(std::move(name));
    }
    if (!fits()) return false;
    idle.reset();
    SQLite::Statement remove(database, "DELETE FROM room WHERE name = ?");
    for (const std::string& name : gone) {
      remove.bind(1, name);
      remove.exec();
      remove.reset();
    }
    return true;
  }

  void put(const RoomRow& room) {
    SQLite::Statement put(database,
                          "INSERT OR REPLACE INTO room (name, record, moment, after, after_seat, "
                          "keys, changed, leaving, under_way, bytes, limits, luck, shared, client) "
                          "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    const std::string keys = joined(room.keys);
    put.bind(1, room.name);
    put.bind(2, room.record);
    put.bind(3, std::string(name(room.moment)));
    put.bind(4, room.after);
    put.bind(5, room.after_seat);
    put.bind(6, static_cast<const void*>(keys.data()), static_cast<int>(keys.size()));
    put.bind(7, now_s());
    put.bind(8, static_cast<std::int64_t>(room.leaving));
    put.bind(9, static_cast<int>(room.under_way));
    put.bind(10, static_cast<std::int64_t>(room.record.size()));
    put.bind(11, limits_text(room.time));
    put.bind(12, static_cast<int>(room.luck));
    put.bind(13, static_cast<int>(room.shared));
    bind(put, 14, room.client);
    put.exec();
  }

  const std::filesystem::path file;
  const Keeping keeping;
  std::mutex mutex;
  SQLite::Database database;
};

// Makes the file for its owner alone: keys of seats, and the luck of games under way, will be in
// it. To close it after SQLite has opened it would drop SQLite's locks
// (https://www.sqlite.org/howtocorrupt.html, 2.2).
static void make_private(const std::filesystem::path& file) {
  ::close(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
}

PeopleStore::PeopleStore(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PeopleStore::PeopleStore(PeopleStore&&) noexcept = default;
PeopleStore::~PeopleStore() = default;

std::expected<PeopleStore, Problem> PeopleStore::open(const std::filesystem::path& file,
                                                      Keeping keeping) {
  const auto problem = [&](const std::string& why) {
    return std::unexpected(
        Problem{"cannot keep people's games in '" + file.string() + "': " + why});
  };
  if (const auto ok = store::check_journals(file); !ok) return problem(ok.error().text);
  make_private(file);
  try {
    auto impl = std::make_unique<Impl>(file, std::move(keeping));
    SQLite::Database& database = impl->database;
    for (const int believed : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                               SQLITE_DBCONFIG_ENABLE_VIEW})
      sqlite3_db_config(database.getHandle(), believed, 0, nullptr);
    sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    SQLite::Transaction all(database, SQLite::TransactionBehavior::EXCLUSIVE);
    const int found = database.execAndGet("PRAGMA user_version").getInt();
    const int id = database.execAndGet("PRAGMA application_id").getInt();
    const bool empty = database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
    if (!empty && id != application_id)
      return problem("it is a database of another kind; left unchanged");
    if (found < 0 || found > std::ssize(schemas))
      return problem("a newer Hilltop wrote it; left unchanged");
    for (const char* schema : schemas | std::views::drop(empty ? 0 : found)) database.exec(schema);
    database.exec("PRAGMA application_id = " + std::to_string(application_id));
    database.exec("PRAGMA user_version = " + std::to_string(schemas.size()));
    impl->delete_old_rooms();
    impl->delete_old_saves();
    all.commit();
    store::take_from_others(file);  // the file of an older version
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");  // a kill loses nothing, a power cut may
    return PeopleStore(std::move(impl));
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() == SQLITE_BUSY)
      return problem("another server has it; name another file with --people");
    return problem(error.what());
  }
}

std::expected<void, Full> PeopleStore::add(const RoomRow& room,
                                           const std::set<std::string>& in_use) {
  return impl_->alone([&]() -> std::expected<void, Full> {
    const Keeping& keeping = impl_->keeping;
    const auto bytes = static_cast<std::int64_t>(room.record.size());
    SQLite::Transaction all(impl_->database);
    impl_->delete_old_rooms();
    if (!room.client.empty() &&
        !impl_->make_room(&room.client,
                          {keeping.rooms_of_client_max, keeping.rooms_of_client_bytes_max}, bytes,
                          in_use))
      return std::unexpected(Full::client);
    if (!impl_->make_room(nullptr, {keeping.rooms_max, keeping.rooms_bytes_max}, bytes, in_use))
      return std::unexpected(Full::all);
    impl_->put(room);
    all.commit();
    return {};
  });
}

void PeopleStore::put(const RoomRow& room) {
  impl_->alone([&] { impl_->put(room); });
}

std::optional<RoomRow> PeopleStore::room(const std::string& name) {
  return impl_->alone([&]() -> std::optional<RoomRow> {
    SQLite::Statement row(
        impl_->database,
        "SELECT record, moment, after, after_seat, keys, leaving, under_way, limits, luck, "
        "shared, client FROM room "
        "WHERE name = ?");
    row.bind(1, name);
    if (!row.executeStep()) return std::nullopt;
    return RoomRow{name,
                   row.getColumn(0).getString(),
                   moment_named(row.getColumn(1).getString()),
                   row.getColumn(2).getString(),
                   row.getColumn(3).getInt(),
                   split(row.getColumn(4).getString()),
                   static_cast<std::uint64_t>(row.getColumn(5).getInt64()),
                   row.getColumn(6).getInt() != 0,
                   limits_in(row.getColumn(7).getString()),
                   static_cast<LuckKnown>(std::clamp(row.getColumn(8).getInt(), 0, 2)),
                   row.getColumn(9).getInt() != 0,
                   row.getColumn(10).getString()};
  });
}

std::expected<std::int64_t, Full> PeopleStore::add_save(const SecretHash& visitor,
                                                        const std::string& record,
                                                        const std::string& client) {
  return impl_->alone([&]() -> std::expected<std::int64_t, Full> {
    SQLite::Transaction all(impl_->database);
    impl_->delete_old_saves();
    SQLite::Statement add(
        impl_->database,
        "INSERT INTO save (visitor, record, saved, bytes, client) VALUES (?, ?, ?, ?, ?)");
    impl_->bind(add, 1, visitor);
    add.bind(2, record);
    add.bind(3, impl_->now_s());
    add.bind(4, static_cast<std::int64_t>(record.size()));
    impl_->bind(add, 5, client);
    add.exec();
    const std::int64_t id = impl_->database.getLastInsertRowid();
    SQLite::Statement trim(impl_->database,
                           "DELETE FROM save WHERE visitor = ?1 AND id NOT IN (SELECT id FROM save "
                           "WHERE visitor = ?1 ORDER BY id DESC LIMIT ?2)");
    impl_->bind(trim, 1, visitor);
    trim.bind(2, saves_max);
    trim.exec();
    // Nothing is changed if there are too many.
    if (!client.empty()) {
      SQLite::Statement of_client(impl_->database,
                                  "SELECT coalesce(sum(bytes), 0) FROM save WHERE client = ?");
      impl_->bind(of_client, 1, client);
      of_client.executeStep();
      if (of_client.getColumn(0).getInt64() > impl_->keeping.saves_of_client_bytes_max)
        return std::unexpected(Full::client);
    }
    const std::int64_t bytes =
        impl_->database.execAndGet("SELECT coalesce(sum(bytes), 0) FROM save").getInt64();
    if (bytes > impl_->keeping.saves_bytes_max) return std::unexpected(Full::all);
    all.commit();
    return id;
  });
}

std::vector<SaveRow> PeopleStore::saves(const SecretHash& visitor) {
  return impl_->alone([&] {
    std::vector<SaveRow> saves;
    SQLite::Statement rows(impl_->database,
                           "SELECT id, record, saved FROM save WHERE visitor = ? ORDER BY id DESC");
    impl_->bind(rows, 1, visitor);
    while (rows.executeStep())
      saves.push_back({rows.getColumn(0).getInt64(), rows.getColumn(1).getString(),
                       rows.getColumn(2).getInt64()});
    return saves;
  });
}

std::optional<SaveRow> PeopleStore::save(const SecretHash& visitor, std::int64_t id) {
  for (SaveRow& row : saves(visitor))
    if (row.id == id) return std::move(row);
  return std::nullopt;
}

bool PeopleStore::remove_save(const SecretHash& visitor, std::int64_t id) {
  return impl_->alone([&] {
    SQLite::Statement gone(impl_->database, "DELETE FROM save WHERE visitor = ? AND id = ?");
    impl_->bind(gone, 1, visitor);
    gone.bind(2, id);
    return gone.exec() > 0;
  });
}

bool PeopleStore::has_host() {
  return impl_->alone([&] {
    return impl_->database.execAndGet("SELECT count(*) FROM token WHERE author = ''").getInt() > 0;
  });
}

void PeopleStore::put_host(const SecretHash& token) {
  impl_->alone([&] {
    SQLite::Statement put(impl_->database,
                          "INSERT OR REPLACE INTO token (author, hash) VALUES ('', ?)");
    impl_->bind(put, 1, token);
    put.exec();
  });
}

bool PeopleStore::add_author(const SecretHash& token, const std::string& author) {
  return impl_->alone([&] {
    SQLite::Statement add(impl_->database,
                          "INSERT OR IGNORE INTO token (author, hash) SELECT ?, ? WHERE "
                          "(SELECT count(*) FROM token WHERE author != '') < ?");
    add.bind(1, author);
    impl_->bind(add, 2, token);
    add.bind(3, authors_max);
    return add.exec() > 0;
  });
}

bool PeopleStore::renew_author(const SecretHash& token, const std::string& author) {
  return impl_->alone([&] {
    SQLite::Statement renew(impl_->database,
                            "UPDATE token SET hash = ? WHERE author = ? AND author != ''");
    impl_->bind(renew, 1, token);
    renew.bind(2, author);
    return renew.exec() > 0;
  });
}

std::optional<Token> PeopleStore::token(const SecretHash& token) {
  return impl_->alone([&]() -> std::optional<Token> {
    SQLite::Statement row(impl_->database, "SELECT author FROM token WHERE hash = ?");
    impl_->bind(row, 1, token);
    if (!row.executeStep()) return std::nullopt;
    const std::string author = row.getColumn(0).getString();
    return Token{author.empty(), author};
  });
}

std::vector<std::string> PeopleStore::authors() {
  return impl_->alone([&] {
    std::vector<std::string> authors;
    SQLite::Statement rows(impl_->database,
                           "SELECT author FROM token WHERE author != '' ORDER BY author");
    while (rows.executeStep()) authors.push_back(rows.getColumn(0).getString());
    return authors;
  });
}

bool PeopleStore::remove_author(const std::string& author) {
  return impl_->alone([&] {
    SQLite::Statement gone(impl_->database, "DELETE FROM token WHERE author = ? AND author != ''");
    gone.bind(1, author);
    return gone.exec() > 0;
  });
}

void PeopleStore::remove_host() {
  impl_->alone([&] { impl_->database.exec("DELETE FROM token WHERE author = ''"); });
}

void PeopleStore::put(const HostedBot& bot) {
  impl_->alone([&] {
    SQLite::Statement put(
        impl_->database,
        "INSERT OR REPLACE INTO bot (name, author, plays, held) VALUES (?, ?, ?, ?)");
    put.bind(1, bot.name);
    put.bind(2, bot.author);
    put.bind(3, bot.plays);
    put.bind(4, bot.held);
    put.exec();
  });
}

void PeopleStore::add_version(const std::string& bot, const BotVersion& version) {
  impl_->alone([&] {
    SQLite::Transaction all(impl_->database);
    SQLite::Statement add(
        impl_->database,
        "INSERT INTO version (bot, number, uploaded, title, content) VALUES (?, ?, ?, ?, ?)");
    add.bind(1, bot);
    add.bind(2, version.number);
    add.bind(3, version.uploaded);
    add.bind(4, version.title);
    impl_->bind(add, 5, version.content);
    add.exec();
    SQLite::Statement trim(
        impl_->database,
        "DELETE FROM version WHERE bot = ?1 AND number NOT IN (SELECT number FROM version "
        "WHERE bot = ?1 ORDER BY number DESC LIMIT ?2)");
    trim.bind(1, bot);
    trim.bind(2, versions_max);
    trim.exec();
    all.commit();
  });
}

void PeopleStore::put_check(const std::string& bot, int version, bool passed,
                            const std::string& found) {
  impl_->alone([&] {
    SQLite::Statement put(impl_->database,
                          "UPDATE version SET passed = ?, found = ? WHERE bot = ? AND number = ?");
    put.bind(1, static_cast<int>(passed));
    put.bind(2, found);
    put.bind(3, bot);
    put.bind(4, version);
    put.exec();
  });
}

std::string PeopleStore::check(const std::string& bot, int version) {
  return impl_->alone([&] {
    SQLite::Statement row(impl_->database,
                          "SELECT found FROM version WHERE bot = ? AND number = ?");
    row.bind(1, bot);
    row.bind(2, version);
    return row.executeStep() ? row.getColumn(0).getString() : std::string();
  });
}

std::vector<HostedBot> PeopleStore::bots(const std::optional<std::string>& only) {
  return impl_->alone([&] {
    std::vector<HostedBot> bots;
    SQLite::Statement rows(
        impl_->database,
        "SELECT name, author, plays, held, number, uploaded, title, content, passed FROM bot LEFT "
        "JOIN version ON bot = name WHERE ?1 IS NULL OR name = ?1 ORDER BY name, number DESC");
    if (only) rows.bind(1, *only);
    while (rows.executeStep()) {
      const std::string name = rows.getColumn(0).getString();
      if (bots.empty() || bots.back().name != name)
        bots.push_back({name, rows.getColumn(1).getString(), rows.getColumn(2).getInt(),
                        rows.getColumn(3).getInt()});
      if (rows.isColumnNull(4)) continue;
      const auto content = split(rows.getColumn(7).getString());
      bots.back().versions.push_back(
          {rows.getColumn(4).getInt(), rows.getColumn(5).getInt64(), rows.getColumn(6).getString(),
           content.empty() ? SecretHash{} : content.front().value_or(SecretHash{}),
           rows.isColumnNull(8) ? std::nullopt : std::optional(rows.getColumn(8).getInt() != 0)});
    }
    return bots;
  });
}

std::optional<HostedBot> PeopleStore::bot(const std::string& name) {
  std::vector<HostedBot> found = bots(name);
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

void PeopleStore::remove_bot(const std::string& name) {
  impl_->alone([&] {
    SQLite::Transaction all(impl_->database);
    for (const char* gone :
         {"DELETE FROM bot WHERE name = ?", "DELETE FROM version WHERE bot = ?"}) {
      SQLite::Statement statement(impl_->database, gone);
      statement.bind(1, name);
      statement.exec();
    }
    all.commit();
  });
}

void PeopleStore::put_run(const std::string& contest, const RunRow& run) {
  impl_->alone([&] {
    SQLite::Statement put(impl_->database,
                          "INSERT OR REPLACE INTO run (contest, log, status) VALUES (?, ?, ?)");
    put.bind(1, contest);
    put.bind(2, run.log);
    if (run.status) put.bind(3, *run.status);
    put.exec();
  });
}

std::optional<RunRow> PeopleStore::run(const std::string& contest) {
  return impl_->alone([&]() -> std::optional<RunRow> {
    SQLite::Statement row(impl_->database, "SELECT log, status FROM run WHERE contest = ?");
    row.bind(1, contest);
    if (!row.executeStep()) return std::nullopt;
    return RunRow{row.getColumn(0).getString(),
                  row.isColumnNull(1) ? std::nullopt : std::optional(row.getColumn(1).getInt())};
  });
}

}  // namespace hilltop::server
