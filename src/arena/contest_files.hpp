#pragma once
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"

// Where contests and what else comes with Hilltop are found.
namespace hilltop::arena {

// A folder that may be missing; the problem says where it was looked for and what to set.
using FolderOrProblem = std::expected<std::filesystem::path, Problem>;

// A folder that comes with Hilltop, such as "sdk/templates": that of $HILLTOP_HOME if it is set,
// else that of ../share/hilltop beside the program, which is the installation's data or, in a build
// folder, a link to the sources. The current folder and the folders above the program never count.
FolderOrProblem shared_folder(std::string_view name);

// Where contests are looked for by name.
FolderOrProblem contests_folder();

struct ListedContest {
  std::string name;
  std::filesystem::path file;
};

// The contests there are: every .toml file in the folder or one folder down, by its stem.
std::vector<ListedContest> list_contests(const std::filesystem::path& folder);

// The file of a contest: `which` is that, or its name under `folder`, which a file does not need.
std::expected<std::filesystem::path, Problem> find_contest(const std::string& which,
                                                           const FolderOrProblem& folder);

}  // namespace hilltop::arena
