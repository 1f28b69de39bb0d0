#include "store/sqlite_database.hpp"

#include <sqlite3.h>
#include <stdexcept>
#include <sys/stat.h>

namespace hilltop::store {
namespace {

// Whether an error that SQLite throws says that another program holds the file.
bool is_held(const SQLite::Exception& error) {
  return error.getErrorCode() == SQLITE_BUSY || error.getErrorCode() == SQLITE_LOCKED;
}

class SqliteStatement : public Statement {
 public:
  SqliteStatement(SqliteDatabase& database, const std::string& sql)
      : database_(database),
        statement_(database.guarded([&] { return SQLite::Statement(database.database, sql); })) {}

  void bind(int parameter, std::int64_t value) override {
    database_.guarded([&] { statement_.bind(parameter, value); });
  }
  void bind(int parameter, std::string_view value) override {
    database_.guarded([&] { statement_.bind(parameter, std::string(value)); });
  }
  void bind(int parameter, std::span<const std::uint8_t> value) override {
    // A null pointer would be NULL.
    const void* const data = value.empty() ? "" : static_cast<const void*>(value.data());
    database_.guarded([&] { statement_.bind(parameter, data, static_cast<int>(value.size())); });
  }
  bool step() override {
    return database_.guarded([&] { return statement_.executeStep(); });
  }
  bool is_null(int column) const override { return at(column).isNull(); }
  std::int64_t number(int column) const override { return at(column).getInt64(); }
  std::string text(int column) const override { return at(column).getString(); }
  std::vector<std::uint8_t> bytes(int column) const override {
    const SQLite::Column value = at(column);
    const auto* const begin = static_cast<const std::uint8_t*>(value.getBlob());
    return {begin, begin + value.getBytes()};
  }
  void reset() override {
    statement_.tryReset();
    statement_.clearBindings();
    database_.looks = 0;
  }

 private:
  SQLite::Column at(int column) const {
    return database_.guarded([&] { return statement_.getColumn(column); });
  }

  SqliteDatabase& database_;
  mutable SQLite::Statement statement_;
};

}  // namespace

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

SqliteDatabase::SqliteDatabase(const std::filesystem::path& path, int flags,
                               std::chrono::milliseconds wait)
    // To SQLite the names ":memory:" and "file:…" are not those of files.
    : database(path.is_relative() ? "./" + path.string() : path.string(), flags), file_(path) {
  sqlite3* const handle = database.getHandle();
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  for (const int believed : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                             SQLITE_DBCONFIG_ENABLE_VIEW})
    sqlite3_db_config(handle, believed, 0, nullptr);
  const auto look = [](void* self) -> int {
    return ++static_cast<SqliteDatabase*>(self)->looks > looks_max;
  };
  sqlite3_progress_handler(handle, steps_between_looks, look, this);
  database.setBusyTimeout(static_cast<int>(wait.count()));
  opened_ = identity();
}

std::optional<std::pair<dev_t, ino_t>> SqliteDatabase::identity() const {
  struct stat found;
  if (::stat(file_.c_str(), &found) != 0) return std::nullopt;
  return std::pair(found.st_dev, found.st_ino);
}

void SqliteDatabase::fail(const SQLite::Exception& error) const {
  if (is_held(error)) throw Held(text_of(file_, error));
  throw Failure(text_of(file_, error));
}

std::unique_ptr<Statement> SqliteDatabase::compile(const std::string& sql) {
  looks = 0;
  return std::make_unique<SqliteStatement>(*this, sql);
}

void SqliteDatabase::begin(Use use) {
  if (use == Use::read) return;
  guarded([&] { transaction_.emplace(database, SQLite::TransactionBehavior::IMMEDIATE); });
}

void SqliteDatabase::commit() {
  if (!transaction_) return;
  if (identity() != opened_)
    throw Failure("the store '" + file_.string() +
                  "' was deleted or replaced while it was in use, and nothing more is stored; "
                  "the command plays what is missing when it is given again");
  guarded([&] { transaction_->commit(); });
  transaction_.reset();
}

void SqliteDatabase::recover(const Lost&, int) {
  throw std::logic_error("the connection to a file was lost");
}

std::uint64_t SqliteDatabase::version() {
  return guarded([&] {
    return static_cast<std::uint64_t>(database.execAndGet("PRAGMA data_version").getInt64());
  });
}

std::string SqliteDatabase::damage() {
  try {
    const std::string said = database.execAndGet("PRAGMA quick_check(1)").getString();
    return said == "ok" ? "" : said;
  } catch (const SQLite::Exception& error) {
    return text_of(file_, error);
  }
}

}  // namespace hilltop::store
