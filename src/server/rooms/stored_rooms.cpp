#include "server/rooms/stored_rooms.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/json.hpp"
#include "server/json.hpp"
#include "server/people_database.hpp"

namespace hilltop::server {
namespace {

std::string limits_text(const play::TimeLimits& time) {
  Json limits = Json::object();
  for (const play::TimeSwitch& limit : play::time_switches)
    if (limit.get(time) != limit.get({})) limits[limit.name] = limit.get(time);
  return written(limits);
}

play::TimeLimits limits_in(const std::string& text) {
  play::TimeLimits time;
  const Json limits = Json::parse(text, nullptr, false);
  for (const play::TimeSwitch& limit : play::time_switches)
    if (const auto value = whole_in(limits, std::string(limit.name).c_str()))
      limit.set(time, *value);
  return time;
}

std::string joined(const std::vector<std::optional<SecretHash>>& keys) {
  std::string bytes;
  for (const auto& key : keys) {
    const SecretHash hash = key.value_or(SecretHash{});
    bytes.append(hash.begin(), hash.end());
  }
  return bytes;
}

std::vector<std::optional<SecretHash>> split(std::string_view bytes) {
  std::vector<std::optional<SecretHash>> keys;
  for (; bytes.size() >= SecretHash().size(); bytes.remove_prefix(SecretHash().size())) {
    SecretHash hash{};
    std::copy_n(bytes.begin(), hash.size(), hash.begin());
    keys.push_back(hash == SecretHash{} ? std::nullopt : std::optional(hash));
  }
  return keys;
}

struct RoomsMax {
  int rooms;
  std::int64_t bytes;
};

// Returns whether there is room, among all rooms or those of a client, for one more with a record
// of that size, or could be made.
bool make_room(PeopleDatabase& database, const std::string* client, const RoomsMax& max,
               std::int64_t record_bytes, const std::set<std::string>& in_use) {
  // A condition of its own each, so that an index answers and no record is read.
  const std::string whose = client == nullptr ? "?1 IS NULL" : "client = ?1";
  const auto kept =
      database.prepared("SELECT count(*), coalesce(sum(bytes), 0) FROM room WHERE " + whose);
  if (client != nullptr) bind_bytes(*kept, 1, *client);
  kept->executeStep();
  int count = kept->getColumn(0).getInt();
  std::int64_t bytes = kept->getColumn(1).getInt64();
  const auto fits = [&] { return count < max.rooms && bytes + record_bytes <= max.bytes; };
  std::vector<std::string> gone;
  const auto idle =
      database.prepared("SELECT name, bytes FROM room WHERE under_way = 0 AND changed <= ?2 AND " +
                        whose + " ORDER BY changed");
  if (client != nullptr) bind_bytes(*idle, 1, *client);
  idle->bind(2, database.now_s() - room_idle_s);
  while (!fits() && idle->executeStep()) {
    std::string name = idle->getColumn(0).getString();
    if (in_use.contains(name)) continue;
    --count;
    bytes -= idle->getColumn(1).getInt64();
    gone.push_back(std::move(name));
  }
  if (!fits()) return false;
  idle->reset();
  const auto remove = database.prepared("DELETE FROM room WHERE name = ?");
  for (const std::string& name : gone) {
    remove->bind(1, name);
    remove->exec();
    remove->reset();
  }
  return true;
}

void put_now(PeopleDatabase& database, const RoomRow& room) {
  const auto put = database.prepared(
      "INSERT OR REPLACE INTO room (name, record, moment, after, after_seat, "
      "keys, changed, leaving, under_way, bytes, limits, luck, shared, client) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  put->bind(1, room.name);
  put->bind(2, room.record);
  put->bind(3, std::string(name(room.moment)));
  put->bind(4, room.after);
  put->bind(5, room.after_seat);
  bind_bytes(*put, 6, joined(room.keys));
  put->bind(7, database.now_s());
  put->bind(8, static_cast<std::int64_t>(room.leaving));
  put->bind(9, static_cast<int>(room.under_way));
  put->bind(10, static_cast<std::int64_t>(room.record.size()));
  put->bind(11, limits_text(room.time));
  put->bind(12, static_cast<int>(room.luck));
  put->bind(13, static_cast<int>(room.shared));
  bind_bytes(*put, 14, room.client);
  put->exec();
}

}  // namespace

std::expected<void, Full> StoredRooms::add(const RoomRow& room,
                                           const std::set<std::string>& in_use) {
  return database_->alone([&]() -> std::expected<void, Full> {
    const Keeping& keeping = database_->keeping;
    const auto bytes = static_cast<std::int64_t>(room.record.size());
    SQLite::Transaction all(database_->database);
    database_->delete_old_rooms();
    if (!room.client.empty() &&
        !make_room(*database_, &room.client,
                   {keeping.rooms_of_client_max, keeping.rooms_of_client_bytes_max}, bytes, in_use))
      return std::unexpected(Full::client);
    if (!make_room(*database_, nullptr, {keeping.rooms_max, keeping.rooms_bytes_max}, bytes,
                   in_use))
      return std::unexpected(Full::all);
    put_now(*database_, room);
    all.commit();
    return {};
  });
}

void StoredRooms::put(const RoomRow& room) {
  database_->alone([&] { put_now(*database_, room); });
}

std::optional<RoomRow> StoredRooms::room(const std::string& name) {
  return database_->alone([&]() -> std::optional<RoomRow> {
    const auto row = database_->prepared(
        "SELECT record, moment, after, after_seat, keys, leaving, under_way, limits, luck, "
        "shared, client FROM room "
        "WHERE name = ?");
    row->bind(1, name);
    if (!row->executeStep()) return std::nullopt;
    return RoomRow{name,
                   row->getColumn(0).getString(),
                   moment_named(row->getColumn(1).getString()),
                   row->getColumn(2).getString(),
                   row->getColumn(3).getInt(),
                   split(row->getColumn(4).getString()),
                   static_cast<std::uint64_t>(row->getColumn(5).getInt64()),
                   row->getColumn(6).getInt() != 0,
                   limits_in(row->getColumn(7).getString()),
                   static_cast<LuckKnown>(std::clamp(row->getColumn(8).getInt(), 0, 2)),
                   row->getColumn(9).getInt() != 0,
                   row->getColumn(10).getString()};
  });
}

}  // namespace hilltop::server
