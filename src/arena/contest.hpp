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
#include "core/not_entered.hpp"
#include "store/name_holders.hpp"
#include "tournament/plan.hpp"

namespace hilltop::arena {

constexpr std::size_t contest_bytes_max = 1 << 20;  // of the contest's file
constexpr std::int64_t patience_s_max = 24 * 60 * 60;
constexpr std::size_t entrants_max = 1000;  // in one contest

// Games against house bots that each bot with a process must play before a contest that
// disqualifies (docs/decisions/0012-check.md).
constexpr std::uint32_t check_games = 100;

// A contest as its file describes it (docs/contests.md).
struct Contest {
  std::string name;  // shown to people
  // Content of the file; in the place of a switch's file is its value, so that the text alone makes
  // the contest again.
  std::string text;
  std::vector<std::filesystem::path> files;  // that switches were read from
  // For commands that play it again: the contest's file, empty if it was found by its name; the
  // folder of --bots, empty without; and which other options it has.
  std::filesystem::path file, bots_folder;
  bool seed_is_typed = false, games_are_typed = false;
  std::vector<std::string> typed_switches;  // NAME=VALUE
  const GameModule* game = nullptr;
  std::string rules;
  play::Seed seed = play::usual_seed;  // if none is given, drawn where it must be a secret
  bool seed_is_drawn = false;
  bool seed_is_sealed = false;  // reports do not show it: later runs of changed bots may use it
  tournament::Plan plan;
  play::Conditions conditions;          // without the warden
  std::vector<play::Entrant> entrants;  // in the order of submission
  // Folders whose bots are left out because something is wrong with them.
  std::vector<NotEntered> not_entered;
  std::unique_ptr<AnyGame> any_game;

  const std::string& name_of(tournament::EntryId entry) const {
    return entrants[static_cast<std::size_t>(entry)].name;
  }
};

// Options of the command line that override the file; messages name them --bots, --seed, --games,
// --set and --skip-broken.
struct ContestOverrides {
  std::optional<std::filesystem::path> bots;  // folder whose bots play
  std::optional<play::Seed> seed;
  std::optional<std::uint64_t> games;
  Switches switches = {};                // the file of a switch has a path from the current folder
  bool skip_broken = false;              // leave out folders whose bots cannot be entered
  store::NameHolders name_holders = {};  // of earlier runs
};

// Reads a contest. `which` is a name under `folder`, or a file. Problems name file and line.
std::expected<Contest, Problem> read_contest(const std::string& which,
                                             const FolderOrProblem& folder,
                                             ContestOverrides overrides = {});

// Reads a contest from the text of its file, with the given entrants; no other file is read.
// `source` names it in messages.
std::expected<Contest, Problem> contest_of(const std::string& text, const std::string& source,
                                           std::vector<play::Entrant> entrants);

// Problem: there are no entrants, too many, or two with one name.
std::expected<void, Problem> check_names(std::span<const play::Entrant> entrants);

}  // namespace hilltop::arena
