#include "games/pig/solver/worth.hpp"

#include <algorithm>
#include <numeric>

namespace hilltop::pig {

double share_of_win(const State& state, int seat) {
  const Points points = Rules::points(state);
  return static_cast<double>(points[seat]) / std::accumulate(points.begin(), points.end(), 0);
}

double WinWorth::of_mover(const State& state, bool rolling) const {
  const int mine = state.my_score(), theirs = state.best_opponent();
  if (state.hold_wins()) return 1;
  if (!rolling && state.rolls == 0) return table_.win(mine, theirs);
  const auto [roll, hold] = table_.worth(mine, theirs, state.turn_total);
  return rolling ? roll : std::max(roll, hold);
}

void WinWorth::of(const ChanceEvents::Node& node, std::span<double> by_seat) const {
  const State& state = node.state;
  const auto mover = static_cast<std::size_t>(state.mover);
  if (state.over) {
    for (const int seat : {0, 1})
      by_seat[static_cast<std::size_t>(seat)] = share_of_win(state, seat);
    return;
  }
  by_seat[mover] = of_mover(state, node.rolling);
  by_seat[1 - mover] = 1 - by_seat[mover];
}

}  // namespace hilltop::pig
