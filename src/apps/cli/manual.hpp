#pragma once
#include <string>

#include "apps/cli/usage.hpp"

namespace hilltop::cli {

// Manual pages in roff, with the macros of man(7) that every reader of man pages knows.
std::string overview_page(const Usage& usage);
std::string command_page(const CommandUsage& command, const std::string& version);

}  // namespace hilltop::cli
