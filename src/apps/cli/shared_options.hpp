#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/arguments.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/usage.hpp"
#include "arena/catalog.hpp"

// The parameters that several commands take, by the names of their options.
namespace hilltop::cli {

constexpr bool required = true;

using Optional = std::optional<std::string>;

Parameter store(Optional& to);  // a store to read
Parameter stored_contest(Optional& to);
Parameter game(Optional& to);       // the argument GAME
Parameter bots_game(Optional& to);  // --game
Parameter rules(Optional& to);
Parameter set(std::vector<std::string>& to);
// `otherwise`: the seed without the option.
Parameter seed(Optional& to, std::string_view otherwise);
Parameter format(std::string& to, std::string_view forms = plain_forms);
Parameter sandbox(GuardArguments& to);
// `otherwise`: what is shown without the option.
Parameter shown_errors(GuardArguments& to, std::string_view otherwise = "as meta says");

// --store and --fresh of a command that keeps the games that it plays.
Parameter kept_results(Optional& to);
// The options of commands whose games a queue can play.
std::vector<Parameter> queue_options(QueueArguments& to);
Parameter fresh(bool& to);

// Adds an option that a game declares. Two games may have one of the same name.
void add_game_option(CommandUsage& command, const arena::GameModule& game, std::string_view name,
                     std::string_view about, std::string_view value,
                     std::map<std::string, Optional>& to);

// Adds an option for each switch that may stand in a file. `many_games`: leaves out those for one.
void add_switch_files(CommandUsage& command, std::map<std::string, Optional>& to, bool many_games);

// Adds parameters behind those of a command.
void add_options(CommandUsage& command, std::vector<Parameter> options);

// Returns the value's name of a parameter that is one of a few words: "a|b".
std::string one_of_words(const std::vector<std::string>& words);

}  // namespace hilltop::cli
