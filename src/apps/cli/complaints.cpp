#include "apps/cli/complaints.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "apps/cli/misplaced.hpp"
#include "core/printed_command.hpp"
#include "core/text.hpp"

namespace hilltop::cli {
namespace {

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    if (!option->get_positional() && option->get_group() != hidden_group)
      names.push_back(option->get_name());
  return names;
}

// Returns " (text|json)" for an option with a choice of words.
std::string words_of(const CLI::Option& option) {
  const std::string value = option.get_type_name();
  return value.find('|') == std::string::npos ? "" : " (" + value + ")";
}

// Returns the message for a missing parameter; CLI11's message begins with its name.
std::string complaint_of_missing(const CLI::App& command, std::string_view what) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name(option->get_positional());
    if (what.starts_with(name))
      return fmt::format("{} is missing: {}{}", name, option->get_description(), words_of(*option));
  }
  return std::string(what);
}

// Returns what is wrong with the typed game, in whose place a bot or a contest explains why another
// argument is missing; nullopt if nothing is.
std::optional<Problem> complaint_of_game(const CLI::App& command) {
  const CLI::Option* const game = command.get_option_no_throw("GAME");
  if (game == nullptr || game->empty()) return std::nullopt;
  const auto found = game_named(game->results().front());
  return found ? std::nullopt : std::optional(found.error());
}

std::string complaint_of_count(const CLI::App& command, std::string_view what) {
  const std::string name(what.substr(0, what.find(':')));
  const CLI::Option* option = command.get_option_no_throw(name);
  if (option == nullptr) return std::string(what);
  if (option->count() > 1) return name + " is given more than once";
  return fmt::format("{} takes a value, {}: {}", name, option->get_type_name(),
                     option->get_description());
}

// Says which command describes a command; empty: the program.
std::string more_in_help(std::string_view command) {
  PrintedCommand help(called_program(), "help");
  if (!command.empty()) help.argument(std::string(command));
  return '`' + help.text() + "` says more";
}

}  // namespace

Problem unknown_command(const Usage& usage, const std::string& typed) {
  if (auto found = misplaced(typed, Wanted::command)) return *std::move(found);
  return {
      fmt::format("there is no command '{}'{}", typed, suggestion(typed, usage.command_names()))};
}

std::optional<Problem> complaint_of_values(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    const std::vector<std::string> known = options_of(*command);
    for (const CLI::Option* option : command->get_options()) {
      if (option->get_positional()) continue;
      for (const std::string& value : option->results())
        if (std::ranges::find(known, value.substr(0, value.find('='))) != known.end())
          return Problem{fmt::format("{} takes a value, and '{}' is an option{}\n{}",
                                     option->get_name(), value,
                                     value.starts_with("--") ? " (./" + value + " is a file)" : "",
                                     more_in_help(command->get_name()))};
    }
  }
  return std::nullopt;
}

Problem complaint(const CLI::App& app, const CLI::ParseError& error) {
  const auto commands = app.get_subcommands();
  const CLI::App& command = commands.empty() ? app : *commands.front();
  if (auto taken = complaint_of_values(app)) return *std::move(taken);
  const auto extra = app.remaining(true);
  std::string text = error.what();
  const bool lacks_argument = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  if (lacks_argument && extra.empty())
    if (auto wrong = complaint_of_game(command)) return *std::move(wrong);
  if (!extra.empty() && extra[0].starts_with('-'))
    text = fmt::format("there is no option '{}'{}", extra[0],
                       suggestion(extra[0], options_of(command)));
  else if (!extra.empty())
    text = fmt::format("one argument too many: '{}'", extra[0]);
  else if (lacks_argument)
    text = complaint_of_missing(command, text);
  else if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr)
    text = complaint_of_count(command, text);
  return {text + '\n' + more_in_help(commands.empty() ? "" : command.get_name())};
}

}  // namespace hilltop::cli
