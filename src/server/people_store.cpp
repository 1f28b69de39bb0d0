#include "server/people_store.hpp"

#include <array>
#include <fcntl.h>
#include <ranges>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/people_database.hpp"
#include "store/store.hpp"

namespace hilltop::server {
namespace {

constexpr int application_id = 0x48696c70;  // "Hilp"
// The statements that lead from each version of the file to the next one, from nothing on.
constexpr std::array<const char*, 9> schemas{R"sql(
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
-- Uploads of bots. `found` is what the check of one found, as JSON; empty before its end. Version 1
-- kept only the newest upload.
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
-- Which rooms may make room for others. Older rows count as under way.
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
)sql",
                                             R"sql(
-- When hosted contests begin by themselves, in seconds since 1970.
CREATE TABLE start (
  contest TEXT PRIMARY KEY,
  at      INTEGER NOT NULL
) STRICT;

-- Browsers that began a game here. Times are in seconds since 1970, clients as in rooms.
CREATE TABLE visitor (
  visitor BLOB PRIMARY KEY,
  since   INTEGER NOT NULL,
  seen    INTEGER NOT NULL,
  client  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX visitor_client ON visitor (client, seen);
CREATE INDEX visitor_seen ON visitor (seen);

-- Seeds of the daily games of days that have begun. Days are numbered from 1970-01-01.
CREATE TABLE day (
  day  INTEGER NOT NULL,
  game TEXT NOT NULL,
  seed TEXT NOT NULL,
  PRIMARY KEY (day, game)
) STRICT, WITHOUT ROWID;

-- Tries of daily games. `record` is empty once what was given up, `lost`, is known.
CREATE TABLE try (
  day      INTEGER NOT NULL,
  game     TEXT NOT NULL,
  visitor  BLOB NOT NULL,
  room     TEXT NOT NULL UNIQUE,
  client   BLOB NOT NULL,
  known    INTEGER NOT NULL,
  ended    INTEGER,
  name     TEXT NOT NULL DEFAULT '',
  points   INTEGER NOT NULL DEFAULT 0,
  has_left INTEGER NOT NULL DEFAULT 0,
  record   TEXT NOT NULL DEFAULT '',
  lost     REAL,
  PRIMARY KEY (day, game, visitor)
) STRICT, WITHOUT ROWID;
CREATE INDEX try_client ON try (day, client);

-- Finished games as their players keep them.
CREATE TABLE played (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  room      TEXT NOT NULL,
  number    INTEGER NOT NULL,
  seat      INTEGER NOT NULL,
  visitor   BLOB NOT NULL,
  client    BLOB NOT NULL,
  ended     INTEGER NOT NULL,
  told      TEXT NOT NULL,
  record    TEXT NOT NULL,
  decisions INTEGER,
  lost      REAL,
  UNIQUE (room, number, seat)
) STRICT;
CREATE INDEX played_visitor ON played (visitor, id);
CREATE INDEX played_client ON played (client, id);
CREATE INDEX played_ended ON played (ended);
)sql"};

// Makes the file for its owner alone: keys of seats, and the luck of games under way, will be in
// it. To close it after SQLite has opened it would drop SQLite's locks
// (https://www.sqlite.org/howtocorrupt.html, 2.2).
void make_private(const std::filesystem::path& file) {
  ::close(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
}

}  // namespace

PeopleStore::PeopleStore(std::unique_ptr<PeopleDatabase> database)
    : StoredRooms(*database),
      StoredSaves(*database),
      StoredTokens(*database),
      StoredBots(*database),
      StoredRuns(*database),
      StoredVisitors(*database),
      StoredTries(*database),
      StoredPlayed(*database),
      database_(std::move(database)) {}
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
    auto people = std::make_unique<PeopleDatabase>(file, std::move(keeping));
    SQLite::Database& database = people->database;
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
    people->delete_old_rooms();
    people->delete_old_saves();
    all.commit();
    store::take_from_others(file);  // the file of an older version
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");  // a kill loses nothing, a power cut may
    return PeopleStore(std::move(people));
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() == SQLITE_BUSY)
      return problem("another server has it; name another file with --people");
    return problem(error.what());
  }
}

}  // namespace hilltop::server
