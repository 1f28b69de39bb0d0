#pragma once
#include <expected>
#include <span>
#include <string>

#include "arena/discipline.hpp"

namespace hilltop::cli {

// Reads the value of --sandbox.
std::expected<runner::Policy::Mode, Problem> sandbox_mode(const std::string& typed);

// Says on stderr, in one line, what is around the processes among those who play; nothing if there
// are none. Throws where the mode requires what the machine does not have.
void say_sandbox(const arena::Judge& judge, std::span<const arena::Entrant> entrants);

}  // namespace hilltop::cli
