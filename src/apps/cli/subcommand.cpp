#include "apps/cli/subcommand.hpp"

#include <fmt/format.h>
#include <iterator>
#include <string_view>

#include "apps/cli/version.hpp"
#include "arena/catalog.hpp"

namespace hilltop::cli {
namespace {

const Parameter help_option{.name = "--help", .about = "Print this help and exit", .brief = "-h"};
const Parameter version_option{
    .name = "--version", .about = "Print the version and exit", .brief = "-V"};

// Returns the examples that games declare for a command; empty: for the program.
std::vector<Example> examples_of_games(std::string_view command) {
  std::vector<Example> examples;
  for (const arena::GameModule& game : arena::catalog())
    for (const CommandExample& example : game.info->examples)
      if (example.command == command)
        examples.push_back(
            {fmt::format("hilltop {}{}{}", command, command.empty() ? "" : " ", example.arguments),
             std::string(example.about)});
  return examples;
}

CommandUsage with_examples_of_games(CommandUsage usage, std::string_view command) {
  std::ranges::move(examples_of_games(command), std::back_inserter(usage.examples));
  return usage;
}

CommandUsage program_usage() {
  return {.name = "hilltop",
          .about =
              "A King-of-the-Hill arena: put bots in a folder, play the whole tournament,\n"
              "get a ranking that anyone can reproduce from the seed.",
          .options = {version_option, help_option},
          .notes =
              "hilltop help COMMAND, or hilltop COMMAND --help, describes a command, with "
              "examples.",
          .examples = {{"hilltop serve --open", "play in your browser, alone or with others"}}};
}

}  // namespace

Usage usage_of(const std::vector<CommandGroup>& groups) {
  Usage usage{.version = fmt::format("hilltop {}", program_version),
              .build = std::string(program_build),
              .program = with_examples_of_games(program_usage(), ""),
              .commands = {}};
  for (const CommandGroup& group : groups)
    for (const Subcommand& command : group.commands) {
      CommandUsage described = with_examples_of_games(command.usage, command.usage.name);
      described.options.insert(described.options.begin(), help_option);
      described.group = group.heading;
      usage.commands.push_back(std::move(described));
    }
  return usage;
}

}  // namespace hilltop::cli
