#pragma once
#include <string>

#include "apps/cli/usage.hpp"

namespace hilltop::cli {

// Prints a help text, with long lines broken on a terminal.
void print_help(const std::string& text);

// Prints what a newcomer can do first.
void print_first_steps(const CommandUsage& program);

}  // namespace hilltop::cli
