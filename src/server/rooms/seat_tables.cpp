#include "server/rooms/seat_tables.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <variant>

#include "server/json.hpp"

namespace hilltop::server {
namespace {

// Returns the key of the tables that a player needs; empty if it needs none.
std::string key_of_tables(const arena::AnyGame& any_game, const Record& record,
                          const std::string& player) {
  if (!any_game.needs_preparing(player)) return {};
  std::string key =
      fmt::format("{} {} {} {}", record.game, record.rules, player, record.players.size());
  for (const auto& [name, value] : any_game.switches())
    key += fmt::format("\n{} {}", name,
                       std::visit([](const auto& held) { return written(Json(held)); }, value));
  return key;
}

}  // namespace

std::expected<void, Problem> room_for_tables(BotTables& tables, const arena::AnyGame& any_game,
                                             const Record& record) {
  for (const Record::Player& player : record.players)
    if (const std::string key = key_of_tables(any_game, record, player.player); !key.empty())
      if (const auto room = tables.room_for(key); !room) return room;
  return {};
}

std::expected<std::shared_ptr<BotTables::Table>, Problem> hold_tables(
    BotTables& tables, const std::shared_ptr<const arena::AnyGame>& any_game, const Record& record,
    const std::string& player) {
  const std::string key = key_of_tables(*any_game, record, player);
  if (key.empty()) return nullptr;
  return tables.hold(key, [any_game, player, seats = static_cast<int>(record.players.size())](
                              const Progress& progress) {
    any_game->prepare(player, seats, progress);
    return any_game;
  });
}

}  // namespace hilltop::server
