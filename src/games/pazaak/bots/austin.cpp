#include <algorithm>

#include "games/pazaak/bots/bots.hpp"

namespace hilltop::pazaak {
namespace {

class Austin final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override {
    using Move = Rules::Move;
    const int m = view.mine.value(), o = view.theirs.value();
    const bool they_stand = view.opponent_action == Action::stand;
    if (m >= target || o > target || (o < m && they_stand)) return Move::stand();
    if (they_stand)
      for (const int card : view.side.cards())
        if (o < m + card && m + card <= target) return Move::play(card);
    for (const int card : view.side.cards())
      if (m + card == target) return Move::play(card);
    // Unseen cards, and those of them that do not bust.
    const Tally seen = view.mine.tally() + view.theirs.tally();
    const int fitting = std::min(target - m, 10);
    const int safe = 4 * fitting - seen.up_to(fitting);
    const int unseen = house_cards - seen.up_to(10);
    const bool hopes = safe > 0 || m <= 10;
    return reckless(view, hopes) || 5 * safe > unseen ? Move::end() : Move::stand();
  }

 private:
  // m < 20 is known here.
  static bool reckless(const Rules::View& view, bool hopes) {
    const bool pressed =
        view.opponent_action == Action::end ||
        (view.opponent_action == Action::stand && view.theirs.value() >= view.mine.value());
    const int mine = view.wins[view.is_player_one ? 0 : 1],
              theirs = view.wins[view.is_player_one ? 1 : 0];
    return pressed && hopes && mine < theirs;
  }
};

}  // namespace

std::unique_ptr<Bot<Rules>> make_austin() { return std::make_unique<Austin>(); }

}  // namespace hilltop::pazaak
