#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <tuple>

#include "core/analysis.hpp"
#include "games/pig/solver/worth.hpp"

namespace hilltop::pig {

// What games of Pig are analysed by: the solved game of two.
class Analysis {
 public:
  using Events = ChanceEvents;
  static constexpr std::array<WorthInfo, 1> worths{{{"win", "chance to win", true}}};
  static constexpr std::string_view certainty = "exact, but for the limit on rounds";

  explicit Analysis(const Rules& rules) : win_(win_table(rules.target())) {}

  static bool knows(const Rules&, int seats) { return seats == 2; }
  void seat(std::span<const std::string>) {}
  std::tuple<WinWorth&> of_worths() { return {win_}; }

  // By what the turn has brought so far.
  static DecisionKind kind(const State& view, Move move);
  static std::optional<Judgement<Move>> judged(const State&, Move) { return std::nullopt; }
  static std::string fallen(const ChanceEvents::Event& event);

 private:
  WinWorth win_;
};

}  // namespace hilltop::pig
