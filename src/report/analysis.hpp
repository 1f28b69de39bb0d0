#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arena/analyst.hpp"
#include "core/analysis.hpp"
#include "rating/adjusted.hpp"
#include "report/lists.hpp"
#include "report/text_table.hpp"

// What decisions gave up, and what chance gave, in games that were analysed (docs/luck.md).
namespace hilltop::report {

// The fewest unforced decisions from which a loss per decision is told.
inline constexpr std::int64_t decisions_told = 20;

// An analysed game with the names that people give it.
struct GameOfPlayers {
  std::string name;                  // as `hilltop replay` takes it, or a file
  std::vector<std::string> players;  // by seat
  arena::AnalysedGame game;
};

// Takes away what is no loss. Where a worth is an estimate and another is not, a decision that gave
// up nothing by the others gave up nothing: what the estimate says of it is its error.
void drop_errors(arena::AnalysedGame& game);

// The unforced decisions of a player, all or those of a kind.
struct LossSum {
  std::int64_t decisions = 0;
  std::vector<double> losses;  // sums by worth
};

// A decision that gave something up.
struct CostlyDecision {
  std::string game, player;
  arena::AnalysedDecision decision;
};

// The sums of many games. A player is told by its name.
class GamesAnalysis {
 public:
  // `worths`: of the game. `costly`: how many of the most expensive decisions are kept. `of`: whose
  // decisions count; empty: everybody's.
  GamesAnalysis(std::span<const WorthInfo> worths, std::size_t costly, std::string of = {})
      : worths_(worths), costly_max_(costly), of_(std::move(of)) {}

  void add(const GameOfPlayers& game);

  struct Player {
    std::int64_t games = 0;
    LossSum all;
    std::map<std::string, LossSum> kinds;
    // By worth: the loss of each decision, weighed as a trial a game; and the luck of each game.
    std::vector<std::vector<rating::LuckyResult>> luck;
    std::vector<std::pair<std::int64_t, double>> by_game;  // decisions, and loss by the first worth
  };
  const std::map<std::string, Player>& players() const { return players_; }
  std::span<const WorthInfo> worths() const { return worths_; }
  std::int64_t games() const { return games_; }
  // Returns the most expensive decisions by the first worth, the most expensive first.
  const std::vector<CostlyDecision>& costly() const { return costly_; }
  std::vector<CostlyDecision>& costly() { return costly_; }

 private:
  void keep(CostlyDecision decision);

  std::span<const WorthInfo> worths_;
  std::size_t costly_max_;
  std::string of_;
  std::int64_t games_ = 0;
  std::map<std::string, Player> players_;
  std::vector<CostlyDecision> costly_;
};

// The loss per unforced decision by the first worth, with its 95 % interval: games, not decisions,
// are independent of each other. nullopt with fewer decisions than `decisions_told`.
std::optional<rating::Estimate> loss_per_decision(const GamesAnalysis::Player& player);

// Return tables for people, and lists for programs: a row per player; per kind of decision of a
// player, the one that gave up most first (the table leaves out those that gave up nothing); and
// per expensive decision. A difference between kinds
// of now and `before`, another version of the player, has a column of its own; null: none.
TextTable table_of_players(const GamesAnalysis& games);
TextTable table_of_kinds(const GamesAnalysis& games, const GamesAnalysis* before = nullptr);
List player_list(const GamesAnalysis& games);
List kind_list(const GamesAnalysis& games, const GamesAnalysis* before = nullptr);
List costly_list(const GamesAnalysis& games);

// Return all decisions and chance events of one game, in order.
TextTable table_of_steps(const GameOfPlayers& game, std::span<const WorthInfo> worths);
List step_list(const GameOfPlayers& game, std::span<const WorthInfo> worths);

// Returns what a decision gave up, for people: "3.20 %, 9.14 points".
std::string cost_text(std::span<const double> losses, std::span<const WorthInfo> worths);
// The same of luck, with a sign: "+3.20 %, -9.14 points".
std::string luck_text(std::span<const double> luck, std::span<const WorthInfo> worths);
// Returns numbers by the names of their worths.
Json json_by_worth(std::span<const double> numbers, std::span<const WorthInfo> worths);
Json number_of_worth(double number);

}  // namespace hilltop::report
