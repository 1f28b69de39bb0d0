#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/analysis.hpp"
#include "games/yahtzee/solver/win_worth.hpp"

namespace hilltop::yahtzee {

// What games of Yahtzee are analysed by: the solved solitaire game, and the chance to win that
// follows from it.
class Analysis {
 public:
  using Events = ChanceEvents;
  static constexpr std::array<WorthInfo, 2> worths{
      {{"win", "chance to win", true}, {"score", "points", false}}};
  static constexpr std::string_view certainty = "exact for points, an estimate for winning";

  explicit Analysis(const Rules& rules);

  static bool knows(const Rules&, int) { return true; }
  // Greedy, Dummy and InOrder are known.
  void seat(std::span<const std::string> house_bots);
  std::tuple<WinWorth&, ScoreWorth&> of_worths() { return {win_, win_.scores()}; }

  static DecisionKind kind(const View& view, const Move& move);
  static std::optional<Judgement<Move>> judged(const View&, const Move&) { return std::nullopt; }
  static std::string fallen(const ChanceEvents::Event& event);

 private:
  Options options_;
  WinWorth win_;
  std::vector<std::string> seated_;
};

}  // namespace hilltop::yahtzee
