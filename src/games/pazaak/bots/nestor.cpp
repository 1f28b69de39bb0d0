#include "games/pazaak/bots/nestor.hpp"

#include "games/pazaak/bots/bots.hpp"

namespace hilltop::pazaak {
namespace {

class Nestor final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override {
    using Move = Rules::Move;
    const int m = view.me.hand.value(), o = view.opponent.hand.value();
    const SideDeck& side = view.me.side;
    if (m == target) return Move::stand();
    if (view.opponent.action == Action::stand || view.opponent.played) {
      if (m > o) return Move::stand();
      if (const int card = side.first(o - m + 1, target - m); card != 0) return Move::play(card);
      if (const int card = side.first(o - m, target - m); card != 0) return Move::play(card);
      return Move::end();
    }
    if (side.has(target - m)) return Move::play(target - m);
    if (o == target || m < 10 || m > target) return Move::end();
    switch (by_totals[m - 10][o]) {
      case 'E': return Move::end();
      case 'S': return Move::stand();
      default: break;
    }
    const Payoffs payoffs(m, o, view.me.hand.tally() + view.opponent.hand.tally());
    return payoffs.drawing_pays_more() ? Move::end() : Move::stand();
  }
};

}  // namespace

std::unique_ptr<Bot<Rules>> make_nestor() { return std::make_unique<Nestor>(); }

}  // namespace hilltop::pazaak
