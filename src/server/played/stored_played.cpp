#include "server/played/stored_played.hpp"

#include "server/people_database.hpp"

namespace hilltop::server {
namespace {

// Deletes all but the newest `max` games, of those for which `whose` holds of the hash ?1.
void delete_oldest(PeopleDatabase& database, const std::string& whose, std::string_view hash,
                   int max) {
  const auto gone =
      database.prepared("DELETE FROM played WHERE id IN (SELECT id FROM played WHERE " + whose +
                        " ORDER BY id DESC LIMIT -1 OFFSET ?2)");
  bind_bytes(*gone, 1, hash);
  gone->bind(2, max);
  gone->exec();
}

}  // namespace

void StoredPlayed::add_played(const PlayedRow& row) {
  database_->alone([&] {
    const Keeping& keeping = database_->keeping;
    SQLite::Transaction all(database_->database);
    const auto put = database_->prepared(
        "INSERT OR REPLACE INTO played (room, number, seat, visitor, client, ended, told, record) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    put->bind(1, row.room);
    put->bind(2, row.number);
    put->bind(3, row.seat);
    bind_bytes(*put, 4, row.visitor);
    bind_bytes(*put, 5, row.client);
    put->bind(6, database_->now_s());
    put->bind(7, row.told);
    put->bind(8, row.record);
    put->exec();
    const auto old = database_->prepared("DELETE FROM played WHERE ended < ?");
    old->bind(1, database_->now_s() - std::int64_t{save_days_max} * 24 * 60 * 60);
    old->exec();
    const std::string_view visitor(reinterpret_cast<const char*>(row.visitor.data()),
                                   row.visitor.size());
    delete_oldest(*database_, "visitor = ?1", visitor, keeping.played_of_visitor_max);
    if (!row.client.empty())
      delete_oldest(*database_, "client = ?1", row.client, keeping.played_of_client_max);
    delete_oldest(*database_, "?1 IS NOT NULL", visitor, keeping.played_max);
    all.commit();
  });
}

std::vector<PlayedRow> StoredPlayed::played(const SecretHash& visitor) {
  return database_->alone([&] {
    std::vector<PlayedRow> games;
    const auto row = database_->prepared(
        "SELECT room, number, seat, ended, told, record, decisions, lost FROM played "
        "WHERE visitor = ? ORDER BY id");
    bind_bytes(*row, 1, visitor);
    while (row->executeStep()) {
      games.push_back({.room = row->getColumn(0).getString(),
                       .number = row->getColumn(1).getInt(),
                       .seat = row->getColumn(2).getInt(),
                       .visitor = visitor,
                       .client = {},
                       .ended_s = row->getColumn(3).getInt64(),
                       .told = row->getColumn(4).getString(),
                       .record = row->getColumn(5).getString()});
      if (row->getColumn(6).isNull()) continue;
      games.back().decisions = row->getColumn(6).getInt();
      games.back().lost = row->getColumn(7).getDouble();
    }
    return games;
  });
}

void StoredPlayed::judge_played(const PlayedRow& row) {
  database_->alone([&] {
    const auto judge = database_->prepared(
        "UPDATE played SET decisions = ?, lost = ?, record = '' "
        "WHERE room = ? AND number = ? AND seat = ? AND record = ?");
    if (row.decisions) judge->bind(1, *row.decisions);
    if (row.lost) judge->bind(2, *row.lost);
    judge->bind(3, row.room);
    judge->bind(4, row.number);
    judge->bind(5, row.seat);
    judge->bind(6, row.record);
    judge->exec();
  });
}

void StoredPlayed::forget_played(const SecretHash& visitor) {
  database_->alone([&] {
    const auto gone = database_->prepared("DELETE FROM played WHERE visitor = ?");
    bind_bytes(*gone, 1, visitor);
    gone->exec();
  });
}

}  // namespace hilltop::server
