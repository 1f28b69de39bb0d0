#include "store/connection.hpp"

#include <sqlite3.h>
#include <sys/stat.h>

namespace hilltop::store {

bool is_held(const SQLite::Exception& error) {
  return error.getErrorCode() == SQLITE_BUSY || error.getErrorCode() == SQLITE_LOCKED;
}

std::string text_of(const std::filesystem::path& file, const SQLite::Exception& error) {
  const std::string place = "the store '" + file.string() + "' ";
  switch (error.getErrorCode()) {
    case SQLITE_FULL:
      return place + "cannot grow: the disk is full; what was written before is kept";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_INTERRUPT:
      return place + "is damaged (" + error.what() +
             "); left unchanged: name another with "
             "--store, or restore a copy";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return place + "is held by another program";
    case SQLITE_READONLY:
      if (error.getExtendedErrorCode() == SQLITE_READONLY_ROLLBACK ||
          error.getExtendedErrorCode() == SQLITE_READONLY_RECOVERY)
        return place + "holds a change that was cut off: any run that names it undoes it";
      return place + "cannot be written: it, or its folder, is read-only";
    case SQLITE_IOERR:
      return place +
             "cannot be read or written: is the disk failing, or is there a limit of file size "
             "(ulimit -f)?";
    case SQLITE_CANTOPEN:
      return place +
             "cannot be opened: is its folder there, and yours? --store names another, or none";
    default: return place + "cannot be used: " + error.what();
  }
}

Connection::Connection(const std::filesystem::path& path, int flags, std::chrono::milliseconds wait)
    : file(path),
      // To SQLite the names ":memory:" and "file:…" are not those of files.
      database(path.is_relative() ? "./" + path.string() : path.string(), flags) {
  sqlite3* const handle = database.getHandle();
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  for (const int believed : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                             SQLITE_DBCONFIG_ENABLE_VIEW})
    sqlite3_db_config(handle, believed, 0, nullptr);
  const auto look = [](void* self) -> int {
    return ++static_cast<Connection*>(self)->looks > looks_max;
  };
  sqlite3_progress_handler(handle, steps_between_looks, look, this);
  database.setBusyTimeout(static_cast<int>(wait.count()));
  opened = identity();
}

std::optional<std::pair<dev_t, ino_t>> Connection::identity() const {
  struct stat found;
  if (::stat(file.c_str(), &found) != 0) return std::nullopt;
  return std::pair(found.st_dev, found.st_ino);
}

Prepared Connection::prepared(const char* sql) {
  looks = 0;
  return statements.prepared(sql);
}

void Connection::begin() { transaction.emplace(database, SQLite::TransactionBehavior::IMMEDIATE); }

void Connection::commit() {
  if (identity() != opened)
    throw Failure("the store '" + file.string() +
                  "' was deleted or replaced while it was in use, and nothing more is stored; "
                  "the command plays what is missing when it is given again");
  transaction->commit();
  transaction.reset();
}

}  // namespace hilltop::store
