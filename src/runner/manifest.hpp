#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"
#include "runner/policy.hpp"

namespace hilltop::runner {

// What a bot remembers from one game to the next (docs/protocol.md).
enum class StateScope {
  none,     // nothing: one process serves any games
  pairing,  // what it saw of the same opponents: one process serves a pairing, in order
  folder,   // what it keeps in files: a process each game, one game at a time
};

// A bot as its folder describes it: the file `meta` of four lines, and what a `bot.toml` adds.
struct Manifest {
  std::filesystem::path folder;  // where the bot runs
  std::string name;              // unique in a roster, never "TIE"
  std::string command;           // with a '/': taken from the folder; else from PATH
  std::vector<std::string> arguments;
  bool stderr_on = false;
  std::string game;  // that it plays, by its short name; empty: it does not say
  std::string author, language;
  std::string build;  // the command that makes a program of its source; empty: none is needed
  StateScope state = StateScope::folder;
  Limits limits;  // which can only lower those of a contest
  // Where the bot sees its folder, if it has namespaces of its own; empty: where it is.
  std::filesystem::path home = {};
};

// What is wrong with a bot's name, and what is allowed; empty: nothing.
std::string complaint_of_name(std::string_view name);

// Reads `folder/meta`: name, command, arguments (split at white space, perhaps none), 0 or 1. Lines
// may end in CR LF, the last one in nothing. Then `folder/bot.toml`, if there is one.
std::expected<Manifest, Problem> read_manifest(const std::filesystem::path& folder);

// The bots of `dir`: every sub-folder that has a `meta`, in byte order of the folders' names. No
// bot at all and two bots of one name are Problems too.
std::expected<std::vector<Manifest>, Problem> read_roster(const std::filesystem::path& dir);

}  // namespace hilltop::runner
