#pragma once
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "arena/any_game.hpp"
#include "core/problem.hpp"
#include "match/record.hpp"
#include "server/rooms/bot_tables.hpp"

namespace hilltop::server {

// The tables of the bots by seat; null if the seat needs none.
using SeatTables = std::vector<std::shared_ptr<BotTables::Table>>;

// Problem: the tables of the record's bots cannot be held now.
std::expected<void, Problem> room_for_tables(BotTables& tables, const arena::AnyGame& any_game,
                                             const Record& record);

// Returns the tables of a player of the record's game, which are built later; null if it needs
// none.
std::expected<std::shared_ptr<BotTables::Table>, Problem> hold_tables(
    BotTables& tables, const std::shared_ptr<const arena::AnyGame>& any_game, const Record& record,
    const std::string& player);

}  // namespace hilltop::server
