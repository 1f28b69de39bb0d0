#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/usage.hpp"
#include "arena/any_game.hpp"

namespace hilltop::cli {

// What a script of completion knows about one value: words that the program has built in, and what
// else the script's function _hilltop_offer shall look up when it is asked.
struct Offer {
  std::vector<std::string> words;
  bool bots = false;    // the house bots of the game on the line
  std::string listing;  // what `hilltop list` is asked for: these follow from files
  bool files = false, folders = false;
};

// Throws if nobody has decided what completes this parameter.
Offer offer_for(const Usage& usage, const CommandUsage& command, const Parameter& parameter);

// The arguments of _hilltop_offer in every shell; `quoted` makes a word of that shell.
std::string offer_arguments(const Offer& offer, std::string (*quoted)(const std::string&));

struct GameBots {
  std::string game;  // empty: of all games
  std::vector<std::string> bots;
};
// One entry a game, and one for a line that names none.
std::vector<GameBots> house_bots();

// The function _hilltop_bots of bash and zsh: `line` stands for the words of the line there, and
// `print` prints its arguments, a line each.
std::string bots_function(std::string_view line, std::string_view print);

std::string bash_completion(const Usage& usage);
std::string zsh_completion(const Usage& usage);
std::string fish_completion(const Usage& usage);

}  // namespace hilltop::cli
