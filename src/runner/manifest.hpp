#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace hilltop::runner {

// A bot as its folder describes it: the file `meta` of four lines.
struct Manifest {
  std::filesystem::path folder;  // where the bot runs
  std::string name;              // unique in a roster, never "TIE"
  std::string command;           // with a '/': taken from the folder; else from PATH
  std::vector<std::string> arguments;
  bool stderr_on = false;
};

// Reads `folder/meta`: name, command, arguments (split at white space, perhaps none), 0 or 1. Lines
// may end in CR LF, the last one in nothing.
std::expected<Manifest, Problem> read_manifest(const std::filesystem::path& folder);

// The bots of `dir`: every sub-folder that has a `meta`, in byte order of the folders' names. No
// bot at all and two bots of one name are Problems too.
std::expected<std::vector<Manifest>, Problem> read_roster(const std::filesystem::path& dir);

}  // namespace hilltop::runner
