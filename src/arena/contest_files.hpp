#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"

// Finding contests and other files that come with Hilltop.
namespace hilltop::arena {

// A folder, or the Problem that it is missing, which names the path and the variable to set.
using FolderOrProblem = std::expected<std::filesystem::path, Problem>;

// Returns a folder that comes with Hilltop, such as "sdk/templates": in $HILLTOP_HOME if it is set,
// else in ../share/hilltop next to the program, which is the installation's data or, in a build
// folder, links to the sources and what is built of them. Never searches the current folder or
// those above the program.
FolderOrProblem shared_folder(std::string_view name);

// Returns the folder of the contests that are found by name.
FolderOrProblem contests_folder();

struct ListedContest {
  std::string name;
  std::filesystem::path file;
};

// Returns every .toml file in `folder` or one folder down, sorted by stem.
std::vector<ListedContest> list_contests(const std::filesystem::path& folder);

// Returns the file of a contest. `which`: the file, a name under `folder`, or that of a file here
// without its ending.
std::expected<std::filesystem::path, Problem> find_contest(const std::string& which,
                                                           const FolderOrProblem& folder);

}  // namespace hilltop::arena
