#include "arena/contest_files.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "core/own_program.hpp"

namespace hilltop::arena {

namespace fs = std::filesystem;

FolderOrProblem shared_folder(std::string_view name) {
  const char* const typed = std::getenv("HILLTOP_HOME");
  const bool chosen = typed != nullptr && *typed != '\0';
  const fs::path bin = own_folder();
  const fs::path home = chosen ? fs::path(typed) : bin.parent_path() / "share/hilltop";
  std::error_code missing;
  fs::path folder = fs::canonical(home / name, missing);
  if (!missing && fs::is_directory(folder)) return folder;
  const std::string cure = "set HILLTOP_HOME to a folder that has '" + std::string(name) + "'";
  return std::unexpected(Problem{
      "there is no folder '" + (home / name).string() + "': " +
      (chosen ? cure + ", or unset it"
              : "the program in '" + bin.string() + "' was not installed with it; " + cure)});
}

FolderOrProblem contests_folder() { return shared_folder("contests"); }

std::vector<ListedContest> list_contests(const fs::path& folder) {
  std::vector<ListedContest> contests;
  const auto add = [&](const fs::directory_entry& entry) {
    if (entry.is_regular_file() && entry.path().extension() == ".toml")
      contests.push_back({entry.path().stem().string(), entry.path()});
  };
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    add(entry);
    if (entry.is_directory())
      for (const auto& below : fs::directory_iterator(entry.path(), ignored)) add(below);
  }
  std::ranges::sort(contests, {}, &ListedContest::name);
  return contests;
}

std::expected<fs::path, Problem> find_contest(const std::string& which,
                                              const FolderOrProblem& folder) {
  std::error_code unknown;
  if (fs::is_regular_file(which, unknown)) return fs::path(which);
  const bool looks_like_file = which.ends_with(".toml") || which.find('/') != std::string::npos;
  if (looks_like_file && fs::exists(which, unknown))
    return std::unexpected(
        Problem{"'" + which + "' is not a regular file: a contest is read from one"});
  if (looks_like_file) return std::unexpected(Problem{"there is no contest file '" + which + "'"});
  if (!folder) return std::unexpected(folder.error());
  std::vector<std::string> known;
  for (const ListedContest& contest : list_contests(*folder)) {
    if (contest.name == which) return contest.file;
    known.push_back(contest.name);
  }
  // A run stores a contest by the name of its file without the ending, and commands print that.
  if (const fs::path here = which + ".toml"; fs::is_regular_file(here, unknown)) return here;
  return std::unexpected(Problem{"there is no contest '" + which + "'" + suggestion(which, known)});
}

}  // namespace hilltop::arena
