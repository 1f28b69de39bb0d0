#include "server/rooms/game_line.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arena/save.hpp"

namespace hilltop::server {

std::optional<Json> game_line(const RoomRow& row, std::span<const runner::Manifest> bots,
                              const std::vector<std::string>& keys) {
  auto record = read_record(row.record, "the room");
  if (!record) return std::nullopt;
  const auto any_game = arena::game_of(*record, bots);
  const auto module = arena::find_game(record->game);
  if (!any_game || !module) return std::nullopt;
  Json players = Json::array(), mine = Json::array();
  for (std::size_t seat = 0; seat < record->players.size(); ++seat) {
    Record::Player& player = record->players[seat];
    players.push_back(player.name);
    player.player = "human";  // the next to move does not depend on the players
    const bool opens =
        seat < row.keys.size() && row.keys[seat] &&
        std::ranges::any_of(
            keys, [&](const std::string& key) { return hash_of(key) == *row.keys[seat]; });
    if (opens) mine.push_back(seat);
  }
  Json line{
      {"room", row.name},       {"game", record->game},          {"title", (*module)->info->title},
      {"rules", record->rules}, {"players", std::move(players)}, {"mine", std::move(mine)}};
  std::optional<int> turn;
  if (row.moment == RoomMoment::after)
    turn = row.after_seat;
  else if (const auto seat = (*any_game)->open(*std::move(record))->pending())
    turn = index(*seat);
  line["turn"] = turn ? Json(*turn) : Json(nullptr);
  return line;
}

}  // namespace hilltop::server
