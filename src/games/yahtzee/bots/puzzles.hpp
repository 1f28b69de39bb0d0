#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/puzzle.hpp"
#include "games/yahtzee/solver/win_worth.hpp"

namespace hilltop::yahtzee {

// Decisions of two players, judged by the solved solitaire game, and by the chance to win that
// follows from it.
class Puzzles {
 public:
  static constexpr std::string_view rule_set = "cab201-advanced";
  static constexpr std::array<std::string_view, 3> bots{"in-order", "greedy", "optimal"};
  static constexpr double margin_min = 2;
  static constexpr std::size_t of_a_game_max = 4;
  static constexpr std::array<WorthInfo, 2> costs{
      {{"score", "points", false}, {"win", "chance to win", true}}};
  static std::string_view stock();

  explicit Puzzles(const Rules& rules);

  std::optional<FoundPuzzle<Move>> found(const State& state);
  JudgedChoice<Move> judged(const State& state, const Move& move);
  std::vector<JudgedChoice<Move>> compared(const State& state);

 private:
  // What the seat to move may expect after a choice, by `costs`.
  std::array<double, 2> worths_after(const State& state, const Move& move);
  std::vector<JudgedChoice<Move>> all(const State& state);

  const Rules& rules_;
  WinWorth win_;
};

}  // namespace hilltop::yahtzee
