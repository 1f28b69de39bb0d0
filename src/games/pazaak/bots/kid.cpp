#include "games/pazaak/bots/bots.hpp"

namespace hilltop::pazaak {
namespace {

class Kid final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override {
    using Move = Rules::Move;
    const int m = view.mine.value(), o = view.theirs.value();
    if (o > target || m > target) return Move::stand();
    if (m <= 10) return Move::end();
    // The best card makes exactly 20, else comes nearest below it; so it is the greatest that fits.
    int best = 0, smallest = 0;
    for (const int card : view.side.cards())
      if (m + card <= target) {
        if (card > best) best = card;
        if (smallest == 0 || card < smallest) smallest = card;
      }
    const int v = m + best;
    if (best != 0 && v >= o && v > 18) return Move::play(best);
    if (view.opponent_action == Action::stand || view.opponent_played) {
      if (m < o) return best != 0 && v >= o ? Move::play(best) : Move::end();
      if (m == o) return smallest != 0 ? Move::play(smallest) : Move::stand();
      return Move::stand();
    }
    if (m < o) return Move::end();
    if (o <= 10 && m < 18) return Move::end();
    if (m == o && m >= 18) return Move::stand();
    return m < 18 ? Move::end() : Move::stand();
  }
};

}  // namespace

std::unique_ptr<Bot<Rules>> make_kid() { return std::make_unique<Kid>(); }

}  // namespace hilltop::pazaak
