#include <algorithm>
#include <array>

#include "games/pazaak/bots/bots.hpp"

namespace hilltop::pazaak {
namespace {

// Nestor's payoffs as whole numbers: every weight is a count of unseen cards, and both sides of the
// comparison are brought to the common denominator n²(n−1), so that no rounding decides a move.
//
// Standing compares m with o + t as they are: a card that would bust the opponent counts as more
// than m, and it is "no card" that stands for not drawing it. Only with this reading do Nestor's
// cells of the spec's table come out (docs/decisions/0003-nestor.md).
class Payoffs {
 public:
  Payoffs(int m, int o, Tally seen) : m_(m), o_(o), n_(house_cards - seen.up_to(10)) {
    for (int k = 0; k <= 10; ++k) up_to_[static_cast<std::size_t>(k)] = 4 * k - seen.up_to(k);
    over_ = n_ - cards(target - o_);
  }

  bool drawing_pays_more() const { return drawing() > standing() * n_ * (n_ - 1); }

 private:
  // Unseen cards of value 1..k, for any k.
  int cards(int k) const { return up_to_[static_cast<std::size_t>(std::clamp(k, 0, 10))]; }

  // × n: "no card" weighs s = over / n, each card its share of n.
  int standing() const {
    const int below = cards(m_ - o_ - 1), level = cards(m_ - o_) - below;
    return 10 * below + level + over_ * (m_ > o_ ? 10 : m_ == o_ ? 1 : 0);
  }

  // A draw pays 19, 9 or 4. Over 20 loses to not over 20; both over 20 is level.
  static int pay(int mine, int theirs) {
    if (mine > target) return theirs > target ? 9 : 4;
    if (theirs > target || mine > theirs) return 19;
    return mine == theirs ? 9 : 4;
  }

  // The sum over the unseen cards t of pay(mine, o + t).
  int over_their_cards(int mine) const {
    if (mine > target) return 4 * (n_ - over_) + 9 * over_;
    const int below = cards(mine - o_ - 1), level = cards(mine - o_) - below;
    return 19 * (over_ + below) + 9 * level + 4 * (n_ - over_ - below - level);
  }

  // × n²(n−1): the sum over my card and theirs, mine gone from theirs; s stays as it was.
  int drawing() const {
    int sum = 0;
    for (int card = 1; card <= 10; ++card) {
      const int count = cards(card) - cards(card - 1), mine = m_ + card;
      sum += count * (over_ * (n_ - 1) * pay(mine, o_) +
                      n_ * (over_their_cards(mine) - pay(mine, o_ + card)));
    }
    return sum;
  }

  int m_, o_, n_;
  int over_;  // cards that would bust the opponent
  std::array<int, 11> up_to_;
};

class Nestor final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override {
    using Move = Rules::Move;
    const int m = view.mine.value(), o = view.theirs.value();
    if (m == target) return Move::stand();
    if (view.opponent_action == Action::stand || view.opponent_played) {
      if (m > o) return Move::stand();
      for (const int card : view.side.cards())
        if (o < m + card && m + card <= target) return Move::play(card);
      for (const int card : view.side.cards())
        if (o <= m + card && m + card <= target) return Move::play(card);
      return Move::end();
    }
    for (const int card : view.side.cards())
      if (m + card == target) return Move::play(card);
    if (o == target || m < 10) return Move::end();
    const Payoffs payoffs(m, o, view.mine.tally() + view.theirs.tally());
    return payoffs.drawing_pays_more() ? Move::end() : Move::stand();
  }
};

}  // namespace

std::unique_ptr<Bot<Rules>> make_nestor() { return std::make_unique<Nestor>(); }

}  // namespace hilltop::pazaak
