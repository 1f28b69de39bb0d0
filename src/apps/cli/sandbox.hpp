#pragma once
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/commands.hpp"
#include "arena/any_game.hpp"

namespace hilltop::cli {

// Gives the conditions what guards bots: the warden, the modes that are asked for, and a word on
// stderr about every game that is void and from every bot that is overheard.
std::expected<void, Problem> guard_bots(arena::Conditions& conditions, const GuardArguments& guard);

// Says on stderr, in one line, what is around the processes among those who play; nothing if there
// are none. Throws where the mode requires what the machine does not have.
void say_sandbox(const arena::Conditions& conditions, std::span<const arena::Entrant> entrants);

}  // namespace hilltop::cli
