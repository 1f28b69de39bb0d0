#include "server/rooms/stored_saves.hpp"

#include "server/people_database.hpp"

namespace hilltop::server {

std::expected<std::int64_t, Full> StoredSaves::add_save(const SecretHash& visitor,
                                                        const std::string& record,
                                                        const std::string& client) {
  return database_->alone([&]() -> std::expected<std::int64_t, Full> {
    SQLite::Transaction all(database_->database);
    database_->delete_old_saves();
    const auto add = database_->prepared(
        "INSERT INTO save (visitor, record, saved, bytes, client) VALUES (?, ?, ?, ?, ?)");
    bind_bytes(*add, 1, visitor);
    add->bind(2, record);
    add->bind(3, database_->now_s());
    add->bind(4, static_cast<std::int64_t>(record.size()));
    bind_bytes(*add, 5, client);
    add->exec();
    const std::int64_t id = database_->database.getLastInsertRowid();
    const auto trim = database_->prepared(
        "DELETE FROM save WHERE visitor = ?1 AND id NOT IN (SELECT id FROM save "
        "WHERE visitor = ?1 ORDER BY id DESC LIMIT ?2)");
    bind_bytes(*trim, 1, visitor);
    trim->bind(2, saves_max);
    trim->exec();
    // Nothing is changed if there are too many.
    if (!client.empty()) {
      const auto of_client =
          database_->prepared("SELECT coalesce(sum(bytes), 0) FROM save WHERE client = ?");
      bind_bytes(*of_client, 1, client);
      of_client->executeStep();
      if (of_client->getColumn(0).getInt64() > database_->keeping.saves_of_client_bytes_max)
        return std::unexpected(Full::client);
    }
    const std::int64_t bytes =
        database_->database.execAndGet("SELECT coalesce(sum(bytes), 0) FROM save").getInt64();
    if (bytes > database_->keeping.saves_bytes_max) return std::unexpected(Full::all);
    all.commit();
    return id;
  });
}

std::vector<SaveRow> StoredSaves::saves(const SecretHash& visitor) {
  return database_->alone([&] {
    std::vector<SaveRow> saves;
    const auto rows = database_->prepared(
        "SELECT id, record, saved FROM save WHERE visitor = ? ORDER BY id DESC");
    bind_bytes(*rows, 1, visitor);
    while (rows->executeStep())
      saves.push_back({rows->getColumn(0).getInt64(), rows->getColumn(1).getString(),
                       rows->getColumn(2).getInt64()});
    return saves;
  });
}

std::optional<SaveRow> StoredSaves::save(const SecretHash& visitor, std::int64_t id) {
  for (SaveRow& row : saves(visitor))
    if (row.id == id) return std::move(row);
  return std::nullopt;
}

bool StoredSaves::remove_save(const SecretHash& visitor, std::int64_t id) {
  return database_->alone([&] {
    const auto gone = database_->prepared("DELETE FROM save WHERE visitor = ? AND id = ?");
    bind_bytes(*gone, 1, visitor);
    gone->bind(2, id);
    return gone->exec() > 0;
  });
}

}  // namespace hilltop::server
