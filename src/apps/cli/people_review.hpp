#pragma once
#include <optional>
#include <string>

#include "apps/cli/console.hpp"
#include "arena/any_game.hpp"

namespace hilltop::cli {

// Shows a finished game to its players, position by position: what was best, what each choice cost,
// and what chance gave. `title`: one line about the game. Returns the position from which they want
// to play on; nullopt if from none.
std::optional<Record> review_at_terminal(const arena::AnyGame& game, const Record& record,
                                         Console& console, const std::string& title);

}  // namespace hilltop::cli
