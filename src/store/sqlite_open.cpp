#include <algorithm>
#include <fcntl.h>
#include <functional>
#include <set>
#include <sqlite3.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>

#include "core/descriptor.hpp"
#include "core/folder_lock.hpp"
#include "store/schema.hpp"
#include "store/sqlite_database.hpp"

// Opening a store in a file, and closing it.
namespace hilltop::store {
namespace {

namespace fs = std::filesystem;

// Versions with which these rows got seals.
constexpr int first_with_sealed_results = 3, first_with_sealed_bots = 7;

// Returns the file that the connection has open. Opening and closing it a second time would drop
// every lock that this program holds on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
sqlite3_file& opened_file(SQLite::Database& database) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(database.getHandle(), nullptr, SQLITE_FCNTL_FILE_POINTER,
                       static_cast<void*>(&file));
  if (file == nullptr || file->pMethods == nullptr)
    throw std::logic_error("SQLite opened a store without a file");
  return *file;
}

std::unexpected<Problem> no_store(const fs::path& path, const std::string& why) {
  return std::unexpected(
      Problem{"'" + path.string() + "' is not a Hilltop store (" + why + "); left unchanged"});
}

// The size of the file and its first bytes, or zeros behind its end.
struct Look {
  std::uintmax_t bytes = 0;
  std::string begin = std::string(100, '\0');  // the header: https://www.sqlite.org/fileformat.html
};

// Reads the file before SQLite does. Another run may make the store meanwhile: both are of one
// moment if the size stays, for which a few looks suffice. Problem: it cannot be read.
std::expected<Look, Problem> look_at(SQLite::Database& database, const fs::path& path) {
  constexpr int looks_at_file_max = 100;
  sqlite3_file& file = opened_file(database);
  Look look;
  for (int looks = 0; looks < looks_at_file_max; ++looks) {
    std::error_code error;
    // Not xFileSize, which takes a file of one byte for an empty one.
    look.bytes = fs::file_size(path, error);
    const int read =
        file.pMethods->xRead(&file, look.begin.data(), static_cast<int>(look.begin.size()), 0);
    if (error || (read != SQLITE_OK && read != SQLITE_IOERR_SHORT_READ))
      return std::unexpected(Problem{"cannot read '" + path.string() + "'"});
    if (fs::file_size(path, error) == look.bytes && !error) break;
  }
  return look;
}

// Problem: it is not a store.
std::expected<void, Problem> check_header(SQLite::Database& database, const fs::path& path) {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  const auto look = look_at(database, path);
  if (!look) return std::unexpected(look.error());
  const auto& [bytes, begin] = *look;
  if (bytes == 0) return {};
  if (!begin.starts_with(magic)) return no_store(path, "not an SQLite database");
  if (bytes < begin.size()) return no_store(path, "it ends within its first 100 bytes");
  std::uint32_t id = 0;  // big-endian, at byte 68
  for (std::size_t i = 68; i < 72; ++i) id = id << 8 | static_cast<unsigned char>(begin[i]);
  if (id != static_cast<std::uint32_t>(application_id))
    return no_store(path, "a database of another program");
  return {};
}

// Checks what SQLite reports without a reason when a store is made. Problem: it cannot be.
std::expected<void, Problem> can_begin(const fs::path& path) {
  constexpr std::size_t name_bytes_max = 255 - std::string_view("-journal").size();
  const std::string name = path.filename().string();
  if (name.size() > name_bytes_max)
    return std::unexpected(Problem{"the store's name has " + std::to_string(name.size()) +
                                   " bytes; at most " + std::to_string(name_bytes_max) +
                                   " leave room for the names of its journals"});
  // A store has its journal only after its first page, so one that has none was deleted.
  std::error_code unknown;
  const fs::path journal = path.string() + "-wal";
  if (fs::exists(journal, unknown) && !file_has_begun(path))
    return std::unexpected(Problem{"the store '" + path.string() +
                                   "' was deleted or emptied without its journals: put it back, "
                                   "or delete '" +
                                   journal.string() + "' and '" + path.string() +
                                   "-shm' too once no other program uses them"});
  return {};
}

// Sets the journal mode. It changes one or two bytes of the header, and the file is valid with
// either value, so it need not wait for the disk in case the power fails.
void set_journal(SQLite::Database& database, const std::string& mode) {
  database.exec("PRAGMA synchronous = OFF");
  database.exec("PRAGMA journal_mode = " + mode);
}

// Flushes the file and its folder to the disk. Errors are ignored: the first results that are
// written flush again.
void bring_to_disk(SQLite::Database& database, const fs::path& path) {
  sqlite3_file& file = opened_file(database);
  file.pMethods->xSync(&file, SQLITE_SYNC_NORMAL);
  const Descriptor folder(::open(fs::absolute(path).parent_path().c_str(), O_RDONLY | O_CLOEXEC));
  if (folder.open()) ::fsync(folder.number());
}

// Max wait for others that close a store in the same folder.
constexpr std::chrono::seconds closing_wait_max{2};

// Max wait at the end for readers: until then a copy of the file alone lacks what is in its
// journal.
constexpr int reader_wait_max_ms = 1000;

constexpr int incremental = 2;  // the value of PRAGMA auto_vacuum

// Gives the pages that no row uses back to the file system. They held results of games whose
// pairing was completed since, and of which only a tally is kept. A store of an older version,
// which cannot give back single pages, is written anew once more than half of it is free; from then
// on it can. Others may read and write meanwhile.
void give_back_free_pages(SQLite::Database& database) {
  const int free = database.execAndGet("PRAGMA freelist_count").getInt();
  if (free == 0) return;
  if (database.execAndGet("PRAGMA auto_vacuum").getInt() == incremental) {
    database.exec("PRAGMA incremental_vacuum");
  } else if (2 * free > database.execAndGet("PRAGMA page_count").getInt()) {
    database.exec("PRAGMA auto_vacuum = INCREMENTAL");
    database.exec("VACUUM");
  }
}

// Returns a statement without the comments and the spaces around its words: those differ between
// versions of Hilltop. What is quoted stays as it is.
std::string words_of(std::string_view sql) {
  constexpr std::string_view spaces = " \t\n\f\r";
  std::string words;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    if (sql[i] == '\'' || sql[i] == '"') {
      const std::size_t end = std::min(sql.find(sql[i], i + 1), sql.size() - 1);
      words += sql.substr(i, end + 1 - i);
      i = end;
    } else if (sql.substr(i).starts_with("--")) {
      i = std::min(sql.find('\n', i), sql.size());
    } else if (!spaces.contains(sql[i])) {
      words += sql[i];
    } else if (!words.empty() && words.back() != ' ') {
      words += ' ';
    }
  }
  return words;
}

using Objects = std::set<std::vector<std::string>>;

// Returns everything in a database's schema: tables with their columns and constraints, the indexes
// that SQLite makes for them, and any other object.
Objects objects_in(SQLite::Database& database) {
  Objects objects;
  std::vector<std::string> tables;
  SQLite::Statement all(database, "SELECT type, name, tbl_name, sql FROM sqlite_schema");
  while (all.executeStep()) {
    const std::string type = all.getColumn(0).getString(), name = all.getColumn(1).getString();
    objects.insert({type, name, all.getColumn(2).getString()});
    if (type != "table") continue;
    objects.insert({"definition", name, words_of(all.getColumn(3).getString())});
    tables.push_back(name);
  }
  for (const std::string& table : tables) {
    SQLite::Statement columns(
        database,
        R"(SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?))");
    for (columns.bind(1, table); columns.executeStep();) {
      std::vector<std::string> column{"column", table};
      for (int i = 0; i < columns.getColumnCount(); ++i)
        column.push_back(columns.getColumn(i).getString());
      objects.insert(std::move(column));
    }
  }
  return objects;
}

// Checks that the database holds exactly the objects of a store of `version`: any other, such as a
// trigger, could run or be trusted when the store is read.
std::expected<void, Problem> check_objects(SQLite::Database& database, int version,
                                           const fs::path& path) {
  SQLite::Database made(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  for (std::size_t next = 0; next < static_cast<std::size_t>(version); ++next)
    made.exec(std::string(migrations[next]));
  const Objects ours = objects_in(made), theirs = objects_in(database);
  for (const auto& [known, word] : {std::pair(&ours, "holds"), std::pair(&theirs, "lacks")})
    for (const std::vector<std::string>& object : known == &ours ? theirs : ours)
      if (!known->contains(object))
        return no_store(path, object[0] == "definition"
                                  ? "it defines '" + object[1] + "' unlike Hilltop's stores"
                                  : std::string("it ") + word + " the " + object[0] + " '" +
                                        object[1] + (object[0] == "column" ? "." + object[2] : "") +
                                        "', unlike Hilltop's stores");
  return {};
}

// Makes a store of an empty file, or brings an older one up to date.
void bring_up_to_date(SQLite::Database& database, const std::function<void(int)>& seal_rows_of) {
  // auto_vacuum is set by the first write to an empty file, which must be in the transaction:
  // others must never see a file that is not a store yet.
  const bool empty = database.execAndGet("PRAGMA user_version").getInt() == 0;
  SQLite::Transaction all(database, empty ? SQLite::TransactionBehavior::DEFERRED
                                          : SQLite::TransactionBehavior::IMMEDIATE);
  if (empty) database.exec("PRAGMA auto_vacuum = INCREMENTAL");
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  for (auto next = static_cast<std::size_t>(version); next < migrations.size(); ++next)
    database.exec(std::string(migrations[next]));
  seal_rows_of(version);
  database.exec("PRAGMA application_id = " + std::to_string(application_id));
  database.exec("PRAGMA user_version = " + std::to_string(schema_version));
  all.commit();
}

// Checks what can be known of a store's file before it is opened.
std::expected<void, Problem> check_file(const fs::path& file, Store::Access access, bool there) {
  if (!there && access != Store::Access::create)
    return std::unexpected(Problem{"there is no store '" + file.string() + "'"});
  if (!there)
    if (const auto ok = can_begin(file); !ok) return ok;
  std::error_code unknown;  // SQLite tells why it cannot open it
  const fs::file_type type = fs::status(file, unknown).type();
  if (type == fs::file_type::directory) return no_store(file, "it is a folder; name a file in it");
  if (there && !unknown && type != fs::file_type::regular)
    return no_store(file, "not a regular file");
  if (const auto ok = check_journals(file); !ok) return ok;
  // Each name would have a journal of its own (https://www.sqlite.org/howtocorrupt.html, 2.5).
  if (const auto names = fs::hard_link_count(file, unknown);
      there && access != Store::Access::read && !unknown && names > 1)
    return std::unexpected(Problem{"the store '" + file.string() + "' has " +
                                   std::to_string(names) +
                                   " names on the disk (hard links), and two runs that use two of "
                                   "them would lose results: delete the others, or copy the file"});
  return {};
}

// Returns the version of a store's schema if it can be used.
std::expected<int, Problem> usable_version(SQLite::Database& database, const fs::path& file,
                                           Store::Access access) {
  if (const auto ok = check_header(database, file); !ok) return std::unexpected(ok.error());
  SQLite::Transaction looking(database);  // reads one state, while others may migrate the file
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version < 0) return no_store(file, "its version is negative");
  if (version > schema_version)
    return std::unexpected(Problem{"the store '" + file.string() +
                                   "' was written by a newer Hilltop (version " +
                                   std::to_string(version) + " of the schema, this one knows " +
                                   std::to_string(schema_version) + "); left unchanged"});
  if (access == Store::Access::read && version < schema_version)
    return std::unexpected(Problem{"the store '" + file.string() +
                                   "' is of an older Hilltop: any run that names it "
                                   "brings it up to date"});
  if (const auto ok = check_objects(database, version, file); !ok)
    return std::unexpected(ok.error());
  looking.commit();
  return version;
}

// Brings a store of `version` up to date, and sets how it is written. `there`: not new.
void begin_to_write(SQLite::Database& database, Connection& connection, const fs::path& file,
                    int version, bool there) {
  // A new file holds nothing that could be lost, so one flush at the end is enough.
  if (!there) database.exec("PRAGMA synchronous = OFF");
  if (version < schema_version)
    bring_up_to_date(database, [&](int older) {
      if (older < first_with_sealed_bots) connection.seal_bots_and_fixtures();
      if (older < first_with_sealed_results) connection.seal_results();
    });
  // Only after the migrations, so that a new store's header is in the file and not in its journal.
  set_journal(database, "WAL");
  if (!there) bring_to_disk(database, file);
  // Commits survive if the program is killed at any moment; after a power failure the last ones may
  // be missing, each as a whole (docs/store.md).
  database.exec("PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA foreign_keys = ON");
  // The first read opens the journal and takes the lock that keeps others from switching its mode.
  database.execAndGet("PRAGMA schema_version");
}

// Throws SQLite::Exception or Held if another program holds the store.
std::expected<std::unique_ptr<Connection>, Problem> open_now(const fs::path& file,
                                                             Store::Access access,
                                                             std::chrono::milliseconds wait) {
  using enum Store::Access;
  const bool there = file_has_begun(file);
  if (const auto ok = check_file(file, access, there); !ok) return std::unexpected(ok.error());
  const int flags =
      access == read ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;
  auto opened = std::make_unique<SqliteDatabase>(file, flags, wait);
  SqliteDatabase& file_database = *opened;
  auto connection = std::make_unique<Connection>(std::move(opened));
  const auto version = usable_version(file_database.database, file, access);
  if (!version) return std::unexpected(version.error());
  if (access != read) begin_to_write(file_database.database, *connection, file, *version, there);
  file_database.is_store = true;
  return connection;
}

}  // namespace

std::expected<void, Problem> check_journals(const fs::path& path) {
  for (const char* const ending : {"-journal", "-wal", "-shm"}) {
    const fs::path file = path.string() + ending;
    std::error_code unknown;
    const fs::file_type type = fs::status(file, unknown).type();
    if (type == fs::file_type::regular || type == fs::file_type::not_found ||
        type == fs::file_type::none)
      continue;
    return std::unexpected(Problem{"'" + file.string() +
                                   "' is not a regular file, but stands where '" + path.string() +
                                   "' keeps its journal: remove it, or name another store"});
  }
  return {};
}

void take_from_others(const fs::path& path) {
  for (const char* const ending : {"", "-wal", "-shm"}) {
    std::error_code not_there_or_anothers;
    fs::permissions(path.string() + ending, fs::perms::group_all | fs::perms::others_all,
                    fs::perm_options::remove, not_there_or_anothers);
  }
}

bool file_has_begun(const fs::path& file) {
  std::error_code unknown;  // then opening it tells why
  const fs::file_type type = fs::status(file, unknown).type();
  return type == fs::file_type::regular ? fs::file_size(file, unknown) != 0
                                        : type != fs::file_type::not_found;
}

// Retries while another program holds the store. SQLite waits by itself, except where two programs
// change the journal mode at once.
std::expected<std::unique_ptr<Connection>, Problem> open_file(const fs::path& file,
                                                              Store::Access access,
                                                              std::chrono::milliseconds wait) {
  constexpr int attempt_every_ms = 20;
  for (std::chrono::milliseconds waited{0};;
       waited += std::chrono::milliseconds(sqlite3_sleep(attempt_every_ms))) {
    try {
      return open_now(file, access, wait);
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_BUSY || waited >= wait)
        return std::unexpected(Problem{text_of(file, error)});
    } catch (const Failure& failure) {
      return std::unexpected(Problem{failure.what()});
    }
  }
}

SqliteDatabase::~SqliteDatabase() {
  transaction_.reset();
  if (!is_store || sqlite3_db_readonly(database.getHandle(), "main") != 0) return;
  // Two that closed at once would each keep the other from removing the journals.
  std::error_code gone;
  closing_.emplace(fs::canonical(file_, gone).parent_path(), FolderLock::Use::write,
                   closing_wait_max);
  try {
    database.setBusyTimeout(0);
    looks = 0;
    give_back_free_pages(database);
  } catch (const SQLite::Exception&) {  // another connection is writing, or the disk is full
  }
  try {
    database.setBusyTimeout(reader_wait_max_ms);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    set_journal(database, "DELETE");
  } catch (const SQLite::Exception&) {  // another connection is open and will do it
  }
}

}  // namespace hilltop::store
