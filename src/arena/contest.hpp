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
#include "arena/contest_files.hpp"
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
