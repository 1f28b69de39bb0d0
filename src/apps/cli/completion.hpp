#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/usage.hpp"
#include "arena/any_game.hpp"

namespace hilltop::cli {

// The completions of one value: words that are built in, and what else the script's function
// _hilltop_offer looks up when it completes.
struct Offer {
  std::vector<std::string> words;
  bool bots = false;    // house bots of the game on the command line
  std::string listing;  // argument of `hilltop list`, for names that depend on files
  bool files = false, folders = false;
};

// Returns the completions of a parameter. Throws if no rule matches it.
Offer offer_for(const Usage& usage, const CommandUsage& command, const Parameter& parameter);

// Returns the arguments of _hilltop_offer. `quoted` quotes a word for the shell.
std::string offer_arguments(const Offer& offer, std::string (*quoted)(const std::string&));

struct GameBots {
  std::string game;  // empty: all games
  std::vector<std::string> bots;
};
// Returns one entry per game, and one for a command line without a game.
std::vector<GameBots> house_bots();

// Returns the function _hilltop_bots of bash and zsh. `line`: the shell's expression for the words
// of the command line. `print`: the shell's command that prints each argument on a line.
std::string bots_function(std::string_view line, std::string_view print);

std::string bash_completion(const Usage& usage);
std::string zsh_completion(const Usage& usage);
std::string fish_completion(const Usage& usage);

}  // namespace hilltop::cli
