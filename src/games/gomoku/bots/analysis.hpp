#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/solver/variant_player.hpp"

namespace hilltop::gomoku {

// What games of Gomoku are analysed by: the engine's view of each position. It searches as many
// nodes for each, so the same game has the same analysis everywhere.
class Analysis {
 public:
  static constexpr std::array<WorthInfo, 1> worths{{{"win", "chance to win", true}}};
  static constexpr std::string_view certainty =
      "the engine at 100,000 nodes thinks so; what it proves counts as 0 or 100 %";

  explicit Analysis(const Rules& rules) : rules_(rules) {}

  static bool knows(const Rules&, int) { return true; }
  static DecisionKind kind(const State& view, const Move& move);
  // A stone after which the engine's view is about the same costs nothing.
  std::optional<Judgement<Move>> judged(const State& view, const Move& move);
  // Returns each seat's chance to win.
  std::vector<double> chances(const State& state);

 private:
  // The engine's view of a position.
  struct Seen {
    State state;
    double opener_wins = 0;
    std::optional<Move> best;  // nullopt when the game is over
  };
  const Seen& look_at(const State& state);
  Seen looked_at(const State& state);
  double chance(const State& state, Seat seat);
  State after(State state, const Move& move) const;

  // A decision is looked at before and after it, and what is after it is before the next.
  static constexpr std::size_t seen_max = 4;

  const Rules& rules_;
  std::optional<VariantPlayer> player_;
  std::vector<Seen> seen_;  // the newest last
};

}  // namespace hilltop::gomoku
