#pragma once
#include <cstdint>
#include <expected>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/catalog.hpp"
#include "tournament/plan.hpp"

namespace hilltop::arena {

constexpr std::size_t contest_bytes_max = 1 << 20;  // of its file
constexpr std::size_t entrants_max = 1000;          // in one contest

// Games against house bots by which a contest that disqualifies checks each bot of another process
// before it begins (docs/decisions/0012-check.md).
constexpr std::uint32_t check_games = 100;

// A contest as its file describes it (docs/contests.md).
struct Contest {
  std::string name;  // for people
  std::string text;  // of its file
  const GameModule* game = nullptr;
  std::string rules;
  std::uint64_t seed = 1;
  tournament::Plan plan;
  Conditions conditions;          // without the warden
  std::vector<Entrant> entrants;  // in the order of submission
  std::unique_ptr<AnyGame> any_game;

  const std::string& name_of(tournament::EntryId entry) const {
    return entrants[static_cast<std::size_t>(entry)].name;
  }
};

// A format as contest files name it.
struct ListedFormat {
  std::string_view kind;
  tournament::Format format;
  std::string_view games;  // what `games` counts
  std::string_view about;  // a line for people
};
std::span<const ListedFormat> formats();

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

// What options of the command line say in place of the file; messages name them --bots, --seed and
// --games.
struct ContestOverrides {
  std::optional<std::filesystem::path> bots;  // the folder whose bots play
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> games;
};

// `which` is a name under `folder` or a file. Reads the whole file; a problem names file and line.
std::expected<Contest, Problem> read_contest(const std::string& which,
                                             const FolderOrProblem& folder,
                                             ContestOverrides overrides = {});

// A contest whose file is gone: its text, and those who took part. `source` names it in messages.
std::expected<Contest, Problem> contest_of(const std::string& text, const std::string& source,
                                           std::vector<Entrant> entrants);

// Two contestants of one name, or none: a problem.
std::expected<void, Problem> check_names(std::span<const Entrant> entrants);

}  // namespace hilltop::arena
