#pragma once
#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {
class Kid final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override {
    const int m = view.me().hand.value(), o = view.opponent().hand.value();
    if (o > target || m > target) return Move::stand();
    if (m <= 10) return Move::end();
    // The best card makes exactly 20 or comes nearest below it: the greatest that fits.
    const int best = view.me().side.greatest(1, target - m);
    const int v = m + best;
    if (best != 0 && v >= o && v > 18) return Move::play(best);
    if (view.opponent().action == Action::stand || view.opponent().played) {
      if (m < o) return best != 0 && v >= o ? Move::play(best) : Move::end();
      if (m == o)
        return best != 0 ? Move::play(view.me().side.smallest(1, target - m)) : Move::stand();
      return Move::stand();
    }
    if (m < o) return Move::end();
    if (o <= 10 && m < 18) return Move::end();
    if (m == o && m >= 18) return Move::stand();
    return m < 18 ? Move::end() : Move::stand();
  }
};

}  // namespace hilltop::pazaak
