#include "server/daily/stored_tries.hpp"

#include "server/daily/daily_game.hpp"
#include "server/people_database.hpp"

namespace hilltop::server {
namespace {

constexpr const char* try_columns =
    "SELECT day, game, visitor, room, client, known, ended, name, points, has_left, record, lost "
    "FROM try ";

TryRow try_in(SQLite::Statement& row) {
  TryRow read{.day = {row.getColumn(0).getInt64()},
              .game = row.getColumn(1).getString(),
              .visitor = hash_in(row.getColumn(2)),
              .room = row.getColumn(3).getString(),
              .client = row.getColumn(4).getString(),
              .is_known = row.getColumn(5).getInt() != 0};
  if (row.getColumn(6).isNull()) return read;
  read.ended_s = row.getColumn(6).getInt64();
  read.name = row.getColumn(7).getString();
  read.points = row.getColumn(8).getInt();
  read.has_left = row.getColumn(9).getInt() != 0;
  read.record = row.getColumn(10).getString();
  if (!row.getColumn(11).isNull()) read.lost = row.getColumn(11).getDouble();
  return read;
}

void bind_try(SQLite::Statement& statement, Day day, const std::string& game,
              const SecretHash& visitor) {
  statement.bind(1, day.number);
  statement.bind(2, game);
  bind_bytes(statement, 3, visitor);
}

std::optional<TryRow> find_try(PeopleDatabase& database, Day day, const std::string& game,
                               const SecretHash& visitor) {
  const auto row =
      database.prepared(std::string(try_columns) + "WHERE day = ? AND game = ? AND visitor = ?");
  bind_try(*row, day, game, visitor);
  return row->executeStep() ? std::optional(try_in(*row)) : std::nullopt;
}

// Returns how many tries began on a day, of all browsers or of those of a client.
int count_tries(PeopleDatabase& database, Day day, const std::string* client) {
  const auto count = database.prepared(std::string("SELECT count(*) FROM try WHERE day = ?1 AND ") +
                                       (client == nullptr ? "?2 IS NULL" : "client = ?2"));
  count->bind(1, day.number);
  if (client != nullptr) bind_bytes(*count, 2, *client);
  count->executeStep();
  return count->getColumn(0).getInt();
}

void delete_old_days(PeopleDatabase& database) {
  for (const char* sql : {"DELETE FROM try WHERE day < ?", "DELETE FROM day WHERE day < ?"}) {
    const auto old = database.prepared(sql);
    old->bind(1, Day::at(database.now_s()).number - past_days_max);
    old->exec();
  }
}

}  // namespace

std::int64_t StoredTries::now_s() const { return database_->now_s(); }

std::string StoredTries::seed_of_day(Day day, const std::string& game, const std::string& seed) {
  return database_->alone([&] {
    const auto put =
        database_->prepared("INSERT OR IGNORE INTO day (day, game, seed) VALUES (?, ?, ?)");
    put->bind(1, day.number);
    put->bind(2, game);
    put->bind(3, seed);
    put->exec();
    const auto row = database_->prepared("SELECT seed FROM day WHERE day = ? AND game = ?");
    row->bind(1, day.number);
    row->bind(2, game);
    row->executeStep();
    return row->getColumn(0).getString();
  });
}

std::expected<TryRow, Full> StoredTries::begin_try(const TryRow& row) {
  return database_->alone([&]() -> std::expected<TryRow, Full> {
    if (auto found = find_try(*database_, row.day, row.game, row.visitor)) return *std::move(found);
    const Keeping& keeping = database_->keeping;
    SQLite::Transaction all(database_->database);
    delete_old_days(*database_);
    if (!row.client.empty() &&
        count_tries(*database_, row.day, &row.client) >= keeping.tries_of_client_max)
      return std::unexpected(Full::client);
    if (count_tries(*database_, row.day, nullptr) >= keeping.tries_max)
      return std::unexpected(Full::all);
    const auto put = database_->prepared(
        "INSERT INTO try (day, game, visitor, room, client, known) VALUES (?, ?, ?, ?, ?, ?)");
    bind_try(*put, row.day, row.game, row.visitor);
    put->bind(4, row.room);
    bind_bytes(*put, 5, row.client);
    put->bind(6, static_cast<int>(row.is_known));
    put->exec();
    all.commit();
    return row;
  });
}

std::optional<TryRow> StoredTries::try_of(Day day, const std::string& game,
                                          const SecretHash& visitor) {
  return database_->alone([&] { return find_try(*database_, day, game, visitor); });
}

std::optional<TryRow> StoredTries::try_in_room(const std::string& room) {
  return database_->alone([&]() -> std::optional<TryRow> {
    const auto row = database_->prepared(std::string(try_columns) + "WHERE room = ?");
    row->bind(1, room);
    return row->executeStep() ? std::optional(try_in(*row)) : std::nullopt;
  });
}

std::vector<TryRow> StoredTries::tries(Day day, const std::string& game) {
  return database_->alone([&] {
    std::vector<TryRow> tries;
    const auto row = database_->prepared(std::string(try_columns) +
                                         "WHERE day = ? AND game = ? ORDER BY ended, room");
    row->bind(1, day.number);
    row->bind(2, game);
    while (row->executeStep()) tries.push_back(try_in(*row));
    return tries;
  });
}

int StoredTries::try_count(Day day, const std::string& game) {
  return database_->alone([&] {
    const auto count = database_->prepared("SELECT count(*) FROM try WHERE day = ? AND game = ?");
    count->bind(1, day.number);
    count->bind(2, game);
    count->executeStep();
    return count->getColumn(0).getInt();
  });
}

void StoredTries::end_try(const TryRow& row) {
  database_->alone([&] {
    const auto end = database_->prepared(
        "UPDATE try SET ended = ?, name = ?, points = ?, has_left = ?, record = ? "
        "WHERE room = ? AND ended IS NULL");
    end->bind(1, database_->now_s());
    end->bind(2, row.name);
    end->bind(3, row.points);
    end->bind(4, static_cast<int>(row.has_left));
    end->bind(5, row.record);
    end->bind(6, row.room);
    end->exec();
  });
}

void StoredTries::judge_try(const std::string& room, std::optional<double> lost) {
  database_->alone([&] {
    const auto judge =
        database_->prepared("UPDATE try SET lost = ?, record = '' WHERE room = ? AND record != ''");
    if (lost) judge->bind(1, *lost);
    judge->bind(2, room);
    judge->exec();
  });
}

}  // namespace hilltop::server
