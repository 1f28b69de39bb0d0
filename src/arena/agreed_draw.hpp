#pragma once
#include <expected>
#include <string_view>

#include "core/problem.hpp"
#include "match/record.hpp"

namespace hilltop::arena {

// The switch of a game in which people may agree on a draw: the number of decisions after which
// they did (docs/record.md). It stands in records only.
inline constexpr std::string_view agreed_draw_switch = "agreed_draw";

// Returns whether the rules of the record's game have such a draw.
bool has_agreed_draw(const Record& record);

// Returns the record of the game as it ends if its players agree on a draw now. Problem: the game
// has no such draw, or not yet; a bot plays; or the game is over.
std::expected<Record, Problem> agreed_draw(Record record);

bool is_agreed_draw(const Record& record);

// Makes a record that of another game, on whose end nobody has agreed.
void forget_agreed_draw(Record& record);

}  // namespace hilltop::arena
