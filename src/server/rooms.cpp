#include "server/rooms.hpp"

#include <algorithm>

#include "arena/save.hpp"
#include "server/refused.hpp"
#include "server/secret.hpp"

namespace hilltop::server {

std::expected<void, Problem> Rooms::room_for(const Record& record) {
  const auto any_game = arena::game_of(record, services_.roster());
  if (!any_game) return {};  // which create() refuses
  return room_for_tables(services_.tables, **any_game, record);
}

std::expected<NewRoom, Problem> Rooms::create(const Record& record) {
  const auto bots = services_.roster();
  if (const auto game = arena::game_of(record, bots); !game) return std::unexpected(game.error());
  NewRoom made{new_name(), {}};
  RoomRow row{
      .name = made.name, .record = write(record), .moment = "before", .after = {}, .keys = {}};
  for (std::size_t seat = 0; seat < record.players.size(); ++seat) {
    row.keys.emplace_back();
    if (record.players[seat].player != "human") continue;
    made.keys.push_back({static_cast<int>(seat), new_secret()});
    row.keys.back() = hash_of(made.keys.back().key);
  }
  if (made.keys.empty()) return refused("nobody plays: seat at least one person, as 'human'");
  services_.store.put(row);
  return made;
}

std::expected<std::shared_ptr<GameRoom>, Problem> Rooms::find(const std::string& name) {
  // One room of a name at a time, also while it is being opened.
  const std::scoped_lock lock(mutex_);
  if (const auto found = rooms_.find(name); found != rooms_.end())
    if (auto room = found->second.lock()) return room;
  std::erase_if(rooms_, [](const auto& entry) { return entry.second.expired(); });
  if (rooms_.size() >= rooms_max)
    return refused("all rooms of this server are in use; try again later");
  auto row = services_.store.room(name);
  if (!row) return nullptr;
  const auto with_processes = std::ranges::count_if(rooms_, [](const auto& entry) {
    const auto room = entry.second.lock();
    return room && room->has_processes();
  });
  if (row->record.find("\nseat bot:") != std::string::npos && with_processes >= bot_rooms_max)
    return refused("too many games against bots in folders are under way; try again later");
  auto room = GameRoom::open(services_, *std::move(row));
  if (room) rooms_.insert_or_assign(name, *room);
  return room;
}

std::size_t Rooms::in_use() {
  const std::scoped_lock lock(mutex_);
  return static_cast<std::size_t>(
      std::ranges::count_if(rooms_, [](const auto& entry) { return !entry.second.expired(); }));
}

}  // namespace hilltop::server
