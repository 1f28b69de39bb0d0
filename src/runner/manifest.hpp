#pragma once
#include <expected>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/not_entered.hpp"
#include "core/problem.hpp"
#include "core/setting.hpp"
#include "runner/policy.hpp"

namespace hilltop::runner {

// How long a bot keeps memory (docs/protocol.md).
enum class StateScope {
  none,     // one process serves any games
  pairing,  // one process plays the games of a pairing, in order
  folder,   // in its files: one process per game, one game at a time
};

// A bot as its folder describes it: four lines in `meta`, plus the settings of `bot.toml`.
struct Manifest {
  std::filesystem::path folder;  // working directory of the bot
  std::string name;              // unique in a roster, never "TIE"
  std::string command;           // with a '/', resolved from the folder; else from PATH
  std::vector<std::string> arguments;
  bool stderr_on = false;
  std::string game;  // short name of the game it plays; empty if not stated
  std::string author, language;
  std::string build;  // command that builds the bot; empty if none is needed
  StateScope state = StateScope::folder;
  // In a game of which each starts a process: the process stays for the next one instead
  // (docs/gomoku-bot.md). Never with StateScope::folder.
  bool stays = false;
  std::vector<Setting> parameters;  // by name; they replace {NAME} in the arguments
  Limits limits;                    // can only lower those of a contest
  // The folder's path in the bot's own namespaces; empty if it is the same.
  std::filesystem::path home = {};
  // Folders that only L3 can show, below `folder`, the upper ones first (Lodging::lower()).
  std::vector<std::filesystem::path> lower = {};
};

// Returns what is wrong with a parameter's name; empty if nothing is.
std::string complaint_of_parameter(std::string_view name);

// Returns the arguments with every {NAME} of these values replaced; other braces stay.
std::vector<std::string> filled_in(std::vector<std::string> arguments,
                                   const std::map<std::string, std::string>& values);

// Returns what is wrong with a bot's name, and what is allowed; empty if nothing is.
std::string complaint_of_name(std::string_view name);

// Reads `folder/meta`: name, command, arguments (split at white space, possibly none), 0 or 1.
// Lines may end in CR LF, the last one without a line end. Then reads `folder/bot.toml`, if it
// exists. The error has every cause that was found.
std::expected<Manifest, NotEntered> read_manifest(const std::filesystem::path& folder);

// Returns all causes as the text of a Problem, a line each.
Problem problem_of(const NotEntered& broken);

// The bots of a folder.
struct Roster {
  std::vector<Manifest> bots;
  std::vector<NotEntered> broken;
};

// Reads the sub-folders of `dir` as bots, in byte order of their names, without those that begin
// with a dot. Problem: `dir` cannot be read, or has no sub-folder.
std::expected<Roster, Problem> read_roster(const std::filesystem::path& dir);

}  // namespace hilltop::runner
