#pragma once
#include <SQLiteCpp/SQLiteCpp.h>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>

#include "server/keeping.hpp"
#include "server/secret.hpp"
#include "server/statements.hpp"

namespace hilltop::server {

// The database of a PeopleStore, which its tables share. Included only by them.
struct PeopleDatabase {
  PeopleDatabase(std::filesystem::path path, Keeping kept);

  // Runs a statement's work alone. Throws StoreFailure if SQLite fails.
  template <class Work>
  auto alone(Work work) {
    const std::scoped_lock lock(mutex);
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      fail(error);
    }
  }

  // These need to be alone.
  Prepared prepared(const std::string& sql) { return statements.prepared(sql); }
  void delete_old_rooms() { delete_old("DELETE FROM room WHERE changed < ?", room_days_max); }
  void delete_old_saves() { delete_old("DELETE FROM save WHERE saved < ?", save_days_max); }

  std::int64_t now_s() const;

  const std::filesystem::path file;
  const Keeping keeping;
  std::mutex mutex;
  SQLite::Database database;
  Statements statements{database};

 private:
  // Runs a statement with the time `days` days ago.
  void delete_old(const char* sql, int days);
  [[noreturn]] void fail(const SQLite::Exception& error) const;
};

void bind_bytes(SQLite::Statement& statement, int index, std::string_view bytes);
void bind_bytes(SQLite::Statement& statement, int index, const SecretHash& hash);

// Returns the hash of a column; zeros if it is not a hash.
SecretHash hash_in(const SQLite::Column& column);

}  // namespace hilltop::server
