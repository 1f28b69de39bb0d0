#pragma once
#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {
class Bastila final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override {
    const int m = view.me().hand.value();
    if (const int last = view.me().side.last(17 - m, target - m); last != 0)
      return Rules::Move::play(last);
    // The average of the cards that it has not drawn itself, rounded down; the deck's sum is 220.
    const int expected = (220 - m) / (house_cards - view.me().hand.count());
    return m + expected > 18 ? Rules::Move::stand() : Rules::Move::end();
  }
};

}  // namespace hilltop::pazaak
