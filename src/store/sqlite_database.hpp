#pragma once
#include <SQLiteCpp/SQLiteCpp.h>
#include <chrono>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>

#include "core/folder_lock.hpp"
#include "store/connection.hpp"
#include "store/database.hpp"
#include "store/store.hpp"

// A store in an SQLite file. Included only by the store's own files.
namespace hilltop::store {

// Limits on the steps of one statement in SQLite's virtual machine, about 100 s in all, so that a
// store from a stranger cannot keep it busy forever.
inline constexpr int steps_between_looks = 1'000'000, looks_max = 10'000;

// Returns the message for an error that SQLite throws.
std::string text_of(const std::filesystem::path& file, const SQLite::Exception& error);

class SqliteDatabase : public Database {
 public:
  SqliteDatabase(const std::filesystem::path& path, int flags, std::chrono::milliseconds wait);
  // The last connection to close removes the journal, so that one file remains.
  ~SqliteDatabase() override;

  std::unique_ptr<Statement> compile(const std::string& sql) override;
  // A statement that reads is a transaction of its own as long as it has rows.
  void begin(Use use) override;
  // What is committed to a file without a name would be lost without a word.
  void commit() override;
  void roll_back() noexcept override { transaction_.reset(); }
  void recover(const Lost& lost, int attempt) override;
  std::uint64_t version() override;
  std::string damage() override;

  // Runs `act`; turns an exception of SQLite into a Failure with the store's message.
  template <class Do>
  auto guarded(Do&& act) const {
    try {
      return act();
    } catch (const SQLite::Exception& error) {
      fail(error);
    }
  }

 private:
  std::optional<FolderLock> closing_;  // released after the database is closed

 public:
  SQLite::Database database;
  bool is_store = false;  // it was looked at, so that closing may change it
  int looks = 0;          // of the running statement: see steps_between_looks

 private:
  // Returns device and inode of what has the file's name now; nullopt if nothing has.
  std::optional<std::pair<dev_t, ino_t>> identity() const;
  [[noreturn]] void fail(const SQLite::Exception& error) const;

  std::filesystem::path file_;
  std::optional<std::pair<dev_t, ino_t>> opened_;  // the file's identity
  std::optional<SQLite::Transaction> transaction_;
};

// As Store::begun.
bool file_has_begun(const std::filesystem::path& file);

// Opens a store in a file, as Store::open does.
std::expected<std::unique_ptr<Connection>, Problem> open_file(const std::filesystem::path& file,
                                                              Store::Access access,
                                                              std::chrono::milliseconds wait);

}  // namespace hilltop::store
