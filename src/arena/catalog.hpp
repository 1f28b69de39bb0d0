#pragma once
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/any_game.hpp"
#include "core/game_file.hpp"
#include "core/solution.hpp"
#include "runner/manifest.hpp"

namespace hilltop::arena {

// What a game's solver says of a rule set. Problem: the rules or an option cannot be used.
using Solve = std::expected<Solution, Problem>(std::string_view rules, const Switches& switches,
                                               const Question& question);

// A game of the house, as its folder presents it.
struct GameModule {
  struct HouseBotInfo {
    std::string name, title, about;
    bool qualifies, remembers;

    HousePlayer player() const { return {name, remembers}; }
  };
  const GameInfo* info;
  std::vector<HouseBotInfo> house_bots;
  bool has_processes;  // bots of other processes can play it
  bool has_people;
  bool has_substitute;  // illegal = "stand" means something
  struct FormatInfo {
    std::string name, about;
  };
  std::vector<FormatInfo> formats;  // of files of its games
  std::span<const SwitchFile> switch_files;
  std::expected<std::unique_ptr<AnyGame>, Problem> (*under)(std::string_view rules,
                                                            const Switches& switches);
  std::span<const SolverOption> solver_options;
  Solve* solve;  // null: nothing is solved

  std::string default_rules() const { return std::string(info->rule_sets.front().name); }
  // The house bots that play in qualifications.
  std::vector<HouseBotInfo> qualifiers() const;
};

// All games, in the order of their names. Written by the build from the folders of src/games/.
std::span<const GameModule> catalog();

// A Problem: the bot says that it plays another game.
std::expected<void, Problem> plays(const runner::Manifest& bot, const GameModule& game);

// Error: the game is unknown; what is known.
std::expected<const GameModule*, Problem> find_game(std::string_view name);

}  // namespace hilltop::arena
