#include "server/rooms/rooms.hpp"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <set>

#include "arena/save.hpp"
#include "server/refused.hpp"
#include "server/rooms/game_line.hpp"
#include "server/secret.hpp"

namespace hilltop::server {

std::expected<NewRoom, NotBegun> Rooms::create(const Record& record, const play::TimeLimits& time,
                                               LuckKnown luck, const std::string& client,
                                               std::string name) {
  const auto bots = services_.roster();
  const auto any_game = arena::game_of(record, bots);
  if (!any_game) return std::unexpected(NotBegun{any_game.error()});
  if (const auto room = room_for_tables(services_.tables, **any_game, record); !room)
    return std::unexpected(NotBegun{room.error(), true});
  NewRoom made{std::move(name), {}};
  RoomRow row{.name = made.name,
              .record = write(record),
              .after = {},
              .keys = {},
              .time = time,
              .luck = luck,
              .client = client};
  for (std::size_t seat = 0; seat < record.players.size(); ++seat) {
    row.keys.emplace_back();
    if (record.players[seat].player != "human") continue;
    made.keys.push_back({static_cast<int>(seat), new_secret()});
    row.keys.back() = hash_of(made.keys.back().key);
  }
  if (made.keys.empty())
    return std::unexpected(NotBegun{{"nobody plays: seat at least one person, as 'human'"}});
  if (const auto added = add(row); !added) return std::unexpected(added.error());
  return made;
}

std::expected<void, NotBegun> Rooms::create_rematch(const RoomRow& row) {
  const auto record = read_record(row.record, "the room");
  if (!record) return std::unexpected(NotBegun{record.error()});
  const auto any_game = arena::game_of(*record, services_.roster());
  if (!any_game) return std::unexpected(NotBegun{any_game.error()});
  if (const auto room = room_for_tables(services_.tables, **any_game, *record); !room)
    return std::unexpected(NotBegun{room.error(), true});
  const std::scoped_lock lock(rematches_);
  if (services_.store.room(row.name)) return {};
  return add(row);
}

std::expected<void, NotBegun> Rooms::add(const RoomRow& row) {
  const std::set<std::string> in_use = names_in_use();
  try {
    if (const auto added = services_.store.add(row, in_use); !added)
      return std::unexpected(NotBegun{
          {added.error() == Full::all
               ? "this server keeps as many games as it can; try again later"
               : "this server keeps as many games of your network as it can; end one first"},
          true});
  } catch (const StoreFailure& failure) {
    services_.log.write("room_not_kept", {{"room", row.name}, {"text", failure.what()}});
    return std::unexpected(NotBegun{{failure.reason()}, true});
  }
  return {};
}

std::set<std::string> Rooms::names_in_use() {
  const std::scoped_lock lock(mutex_);
  std::set<std::string> names;
  for (const auto& [name, room] : rooms_)
    if (!room.expired()) names.insert(name);
  return names;
}

Json Rooms::under_way() {
  Json lines = Json::array();
  const auto bots = services_.roster();
  for (const std::string& name : names_in_use()) {
    if (lines.size() == games_listed_max) break;
    const auto row = services_.store.room(name);
    if (!row || !row->under_way) continue;
    if (const auto of_day = services_.store.try_in_room(name);
        of_day && services_.store.now_s() < of_day->day.end_s())
      continue;
    if (auto line = game_line(*row, bots)) lines.push_back(*std::move(line));
  }
  return lines;
}

Json Rooms::of_keys(const std::vector<std::pair<std::string, std::vector<std::string>>>& keys) {
  Json lines = Json::array();
  const auto bots = services_.roster();
  for (const auto& [name, of_room] : keys)
    if (const auto row = services_.store.room(name))
      if (auto line = game_line(*row, bots, of_room)) lines.push_back(*std::move(line));
  return lines;
}

std::expected<std::shared_ptr<GameRoom>, Problem> Rooms::find(const std::string& name) {
  std::unique_lock lock(mutex_);
  one_is_open_.wait(lock, [&] { return !opening_.contains(name); });
  if (const auto found = rooms_.find(name); found != rooms_.end())
    if (auto room = found->second.lock()) return room;
  std::erase_if(rooms_, [](const auto& entry) { return entry.second.expired(); });
  opening_.insert(name);
  lock.unlock();
  std::expected<std::shared_ptr<GameRoom>, Problem> room;
  std::exception_ptr failure;
  try {
    room = opened(name);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  opening_.erase(name);
  one_is_open_.notify_all();
  if (room && *room) rooms_.insert_or_assign(name, *room);
  if (failure) std::rethrow_exception(failure);
  return room;
}

std::expected<std::shared_ptr<GameRoom>, Problem> Rooms::opened(const std::string& name) {
  auto row = services_.store.room(name);
  if (!row) return nullptr;
  auto share = in_use_.take(row->client);
  if (!share)
    return refused(share.error() == Full::all
                       ? "all rooms of this server are in use; try again later"
                       : "too many games of your network are in use; close some");
  return GameRoom::open(services_, *std::move(row), *std::move(share));
}

void Rooms::keep_at_last() {
  const std::scoped_lock lock(mutex_);
  for (const auto& [name, entry] : rooms_)
    if (const auto room = entry.lock()) room->keep_at_last();
}

}  // namespace hilltop::server
