#pragma once
#include <algorithm>

#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {
class Austin final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override {
    const int m = view.me().hand.value(), o = view.opponent().hand.value();
    const bool they_stand = view.opponent().action == Action::stand;
    if (m >= target || o > target || (o < m && they_stand)) return Move::stand();
    if (they_stand)
      if (const int card = view.me().side.first(o - m + 1, target - m); card != 0)
        return Move::play(card);
    if (view.me().side.has(target - m)) return Move::play(target - m);
    // The number of unseen cards, and of those that do not bust.
    const CardCounts::UpTo seen = (view.me().hand.tally() + view.opponent().hand.tally()).up_to();
    const int fitting = std::min(target - m, 10);
    const int safe = 4 * fitting - seen(fitting);
    const int unseen = house_cards - seen(10);
    const bool hopes = safe > 0 || m <= 10;
    return reckless(view, hopes) || 5 * safe > unseen ? Move::end() : Move::stand();
  }

 private:
  // Only called for m < 20.
  static bool reckless(const Rules::View& view, bool hopes) {
    const bool pressed = view.opponent().action == Action::end ||
                         (view.opponent().action == Action::stand &&
                          view.opponent().hand.value() >= view.me().hand.value());
    return pressed && hopes && view.me().hands_won < view.opponent().hands_won;
  }
};

}  // namespace hilltop::pazaak
