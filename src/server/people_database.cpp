#include "server/people_database.hpp"

#include <algorithm>
#include <ctime>
#include <sqlite3.h>
#include <utility>

#include "server/store_failure.hpp"

namespace hilltop::server {

PeopleDatabase::PeopleDatabase(std::filesystem::path path, Keeping kept)
    : file(std::move(path)),
      keeping(std::move(kept)),
      database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {}

void PeopleDatabase::delete_old(const char* sql, int days) {
  const auto old = prepared(sql);
  old->bind(1, now_s() - std::int64_t{days} * 24 * 60 * 60);
  old->exec();
}

std::int64_t PeopleDatabase::now_s() const {
  return keeping.now_s ? keeping.now_s() : static_cast<std::int64_t>(std::time(nullptr));
}

void PeopleDatabase::fail(const SQLite::Exception& error) const {
  throw StoreFailure("the people's store '" + file.string() + "': " + error.what(),
                     error.getErrorCode() == SQLITE_FULL ? "the server's disk is full"
                                                         : "the server's disk failed");
}

void bind_bytes(SQLite::Statement& statement, int index, std::string_view bytes) {
  // A null pointer would be NULL.
  const void* const data = bytes.empty() ? "" : static_cast<const void*>(bytes.data());
  statement.bind(index, data, static_cast<int>(bytes.size()));
}

void bind_bytes(SQLite::Statement& statement, int index, const SecretHash& hash) {
  statement.bind(index, static_cast<const void*>(hash.data()), static_cast<int>(hash.size()));
}

SecretHash hash_in(const SQLite::Column& column) {
  SecretHash hash{};
  const auto* const bytes = static_cast<const std::uint8_t*>(column.getBlob());
  if (static_cast<std::size_t>(column.getBytes()) == hash.size())
    std::copy_n(bytes, hash.size(), hash.begin());
  return hash;
}

}  // namespace hilltop::server
