#pragma once
#include "games/pazaak/rules.hpp"

namespace hilltop::pazaak {

// Nestor's payoffs as integers, for m in 10..19: each weight is a count of unseen cards, and both
// sides of the comparison have the common denominator n²(n−1), so that no rounding decides a move.
// "No card" has a weight if the opponent does not lose by taking none: only this reproduces
// Nestor's cells of the specification's table (docs/decisions/0003-nestor.md).
class Payoffs {
 public:
  Payoffs(int m, int o, CardCounts seen)
      : m_(m),
        o_(o),
        seen_(seen.up_to()),
        n_(house_cards - seen_(10)),
        over_(n_ - cards(target - o)) {}

  bool drawing_pays_more() const { return drawing() > standing() * n_ * (n_ - 1); }

 private:
  // Number of unseen cards of value 1..k, for any k; and of value k.
  int cards(int k) const {
    k = k < 0 ? 0 : k;
    k = k > 10 ? 10 : k;
    return 4 * k - seen_(k);
  }
  int of_value(int k) const { return cards(k) - cards(k - 1); }

  // × n: 10 for each opponent's card t that leaves m ahead of o + t or busts it, 1 for a level
  // hand.
  int standing() const {
    const int no_card = m_ == o_ ? over_ : 0;
    return 10 * (over_ + cards(m_ - o_ - 1)) + of_value(m_ - o_) + no_card;
  }

  // × n²(n−1): the sum over the own card c and the opponent's t; c is removed from the opponent's
  // cards, s is unchanged. A draw pays 19, 9 or 4; a bust loses to no bust, and two busts are
  // level. With each payoff written as 4 plus 15 or 5, most sums are counts of cards.
  int drawing() const {
    const int fit = cards(target - m_);  // own cards that do not bust
    const int no_card =
        o_ > target ? 9 * (n_ - fit) : 4 * (n_ - fit + cards(o_ - m_)) + 5 * of_value(o_ - m_);
    int both = 4 * n_ * n_ + 15 * fit * over_ + 5 * (n_ - fit) * over_;
    int below = cards(m_ - o_);  // opponent's cards that come to less
    for (int card = 1; card <= target - m_; ++card) {
      const int up_to = cards(m_ + card - o_);
      both += of_value(card) * (15 * below + 5 * (up_to - below));
      below = up_to;
    }
    return over_ * (n_ - 1) * no_card + n_ * (both - same_card());
  }

  // Sum over c of what (m + c) pays against (o + c): the own card, counted among the opponent's
  // too.
  int same_card() const {
    const int mine_fit = cards(target - m_), theirs_fit = cards(target - o_);
    const int level = m_ == o_ ? 5 : 0;
    if (m_ > o_) return 4 * n_ + 15 * mine_fit + 5 * (n_ - theirs_fit);
    return 4 * n_ + level * theirs_fit + 15 * (mine_fit - theirs_fit) + 5 * (n_ - mine_fit);
  }

  int m_, o_;
  CardCounts::UpTo seen_;
  int n_;
  int over_;  // number of cards that would bust the opponent
};

// The decision for each m in 10..19 (rows) and o in 0..29: E draws and S stands whatever the cards
// are; ? depends on them and is computed. nestor_test.cpp checks all cells.
inline constexpr char by_totals[10][31] = {
    "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEE", "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEE",
    "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEE", "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEE",
    "EEEEEEEEEEEEEEEEEEEEEEEEEEEEEE", "?????EEEEEEEEEEEEEEEEEEEEEEEEE",
    "????????EEEEEEEEEEEEEEEEEEEEEE", "?SSSSSS????EEEEEEEEEEEEEEEEEEE",
    "?SSSSSSSSS???EEEEEEEEEEEEEEEEE", "?SSSSSSSSSSS???EEEEEEEEEEEEEEE",
};

class Nestor final : public Bot<Rules> {
 public:
  Rules::Move choose(const Rules::View& view) override {
    const int m = view.me().hand.value(), o = view.opponent().hand.value();
    const SideDeck& side = view.me().side;
    if (m == target) return Move::stand();
    if (view.opponent().action == Action::stand || view.opponent().played) {
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
    const Payoffs payoffs(m, o, view.me().hand.tally() + view.opponent().hand.tally());
    return payoffs.drawing_pays_more() ? Move::end() : Move::stand();
  }
};

}  // namespace hilltop::pazaak
