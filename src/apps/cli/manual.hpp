#pragma once
#include <string>

#include "apps/cli/usage.hpp"

namespace hilltop::cli {

// Return manual pages in roff, with macros of man(7).
std::string overview_page(const Usage& usage);
std::string command_page(const CommandUsage& command, const std::string& version);

}  // namespace hilltop::cli
