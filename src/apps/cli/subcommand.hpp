#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "apps/cli/commands.hpp"
#include "apps/cli/usage.hpp"

namespace hilltop::cli {

// A subcommand: `act` runs it with what the parser has put into the targets of `usage`, which it
// owns. It gets the usage of the whole program.
struct Subcommand {
  CommandUsage usage;
  std::function<Outcome(const Usage& all)> act;
};

template <class Arguments>
Subcommand subcommand(CommandUsage (*describe)(Arguments&), Outcome (*act)(const Arguments&)) {
  const auto arguments = std::make_shared<Arguments>();
  return {describe(*arguments), [=](const Usage&) { return act(*arguments); }};
}

// A subcommand that needs the usage of all commands.
template <class Arguments>
Subcommand subcommand(CommandUsage (*describe)(Arguments&),
                      Outcome (*act)(const Arguments&, const Usage&)) {
  const auto arguments = std::make_shared<Arguments>();
  return {describe(*arguments), [=](const Usage& all) { return act(*arguments, all); }};
}

// The subcommands under one heading of --help.
struct CommandGroup {
  std::string heading;
  std::vector<Subcommand> commands;
};

CommandGroup contest_commands();
CommandGroup bot_commands();
CommandGroup people_commands();
CommandGroup program_commands();

// Returns the usage of the program with these commands. Adds what all have: --help, and the
// examples that games declare.
Usage usage_of(const std::vector<CommandGroup>& groups);

}  // namespace hilltop::cli
