#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <tuple>

#include "core/analysis.hpp"
#include "games/pazaak/solver/worth.hpp"

namespace hilltop::pazaak {

// What games of Simple Pazaak are analysed by. Luck is counted in the solved game with open cards,
// or in the values of two players that are known; decisions are judged by what their seat can see.
class Analysis {
 public:
  using Events = ChanceEvents;
  static constexpr std::array<WorthInfo, 1> worths{{{"win", "chance to win", true}}};
  static constexpr std::string_view certainty =
      "exact against open cards, averaged over the side cards that the opponent may hold";

  explicit Analysis(const Rules& rules);

  static bool knows(const Rules& rules, int) {
    return rules.side_cards() <= open_hands_side_cards_max;
  }
  void seat(std::span<const std::string> house_bots);
  std::tuple<WinWorth&> of_worths() { return {win_}; }

  static DecisionKind kind(const Rules::View& view, const Rules::Move& move);
  std::optional<Judgement<Rules::Move>> judged(const Rules::View& view,
                                               const Rules::Move& move) const;
  static std::string fallen(const ChanceEvents::Event& event);

 private:
  const OpenHands& solved_;
  int side_cards_;
  WinWorth win_;
};

}  // namespace hilltop::pazaak
