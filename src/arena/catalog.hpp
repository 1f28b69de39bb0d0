#pragma once
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/any_game.hpp"
#include "core/analysis.hpp"
#include "core/game_file.hpp"
#include "core/solution.hpp"
#include "runner/manifest.hpp"

namespace hilltop::arena {

struct PuzzlePart;

// Solves a rule set. Problem: the rules or an option cannot be used.
using Solve = std::expected<Solution, Problem>(std::string_view rules, const Switches& switches,
                                               const Question& question);

// A game, as its folder under src/games presents it.
struct GameModule {
  struct HouseBotInfo {
    std::string name, title, about;
    bool qualifies, remembers;
    std::span<const BotParameter> parameters;

    play::HousePlayer player() const { return {name, remembers}; }
  };
  const GameInfo* info;
  std::vector<HouseBotInfo> house_bots;
  bool has_processes;  // bots in folders can play it
  bool has_people;
  bool has_scenes;      // pages can draw it
  bool has_traces;      // repeated games are recognized
  bool has_substitute;  // illegal = "substitute" is allowed
  struct FormatInfo {
    std::string name, about;
  };
  std::vector<FormatInfo> formats;  // for files of its games
  std::span<const SwitchFile> switch_files;
  std::expected<std::unique_ptr<AnyGame>, Problem> (*under)(std::string_view rules,
                                                            const Switches& switches);
  std::span<const SolverOption> solver_options;
  Solve* solve;  // null if the game has no solver
  // What its games are analysed by, and how sure that is; empty if they are not.
  std::span<const WorthInfo> worths = {};
  std::string_view certainty = {};
  bool has_luck = false;                // in these worths
  const PuzzlePart* puzzles = nullptr;  // null if it has none

  std::string default_rules() const { return std::string(info->rule_sets.front().name); }
  // Returns the house bots that play in qualifications.
  std::vector<HouseBotInfo> qualifiers() const;
};

// Returns all games, sorted by name. The build generates it from the folders of src/games/.
std::span<const GameModule> catalog();

// Problem: the bot's bot.toml names another game.
std::expected<void, NotEntered::Cause> plays(const runner::Manifest& bot, const GameModule& game);

// Problem: there is no such game; lists the known ones.
std::expected<const GameModule*, Problem> find_game(std::string_view name);

}  // namespace hilltop::arena
