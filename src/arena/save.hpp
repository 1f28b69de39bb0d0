#pragma once
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/any_game.hpp"
#include "arena/catalog.hpp"
#include "match/record.hpp"
#include "runner/manifest.hpp"

namespace hilltop::arena {

constexpr std::size_t person_name_max = 24;  // code points

std::expected<void, Problem> save_record(const Record& record, const std::string& file);

std::expected<Record, Problem> load_record(const std::string& file);

// Returns the game that can open() a record with these bots in folders. Problem: a game, rules or a
// player is unknown, a name is not allowed, or the steps cannot be replayed.
std::expected<std::unique_ptr<AnyGame>, Problem> game_of(const Record& record,
                                                         std::span<const runner::Manifest> bots);

// Returns the record of a new game, whose randomness is yet to be keyed. A player without a name
// gets one: a person its number, a bot its own name, abbreviated.
Record new_record(const GameModule& game, const AnyGame& any_game,
                  std::vector<Record::Player> players);

// Gives house bots whose seats have their names the titles by which people know them. The luck is
// keyed before: it follows from the names that commands give.
void show_titles(Record& record, const GameModule& game);

// Returns why a person cannot have this name; empty if it is allowed.
std::string name_refusal(std::string_view name);

}  // namespace hilltop::arena
