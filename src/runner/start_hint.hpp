#pragma once
#include <string>

#include "runner/manifest.hpp"

namespace hilltop::runner {

// Returns what makes a bot's command fail to start with this errno and what its author can do, to
// be appended to the message; empty if the files tell nothing. Reads only the first line of a
// regular file in the bot's folder.
std::string start_hint(const Manifest& bot, int error);

}  // namespace hilltop::runner
