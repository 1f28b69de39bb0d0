#pragma once
#include <cstdint>
#include <vector>

#include "games/pazaak/rules.hpp"
#include "games/pazaak/solver/side_decks.hpp"

namespace hilltop::pazaak {

// What a player knows when it is asked, without the cards that made the totals: it was dealt a
// total of 1..19, and the opponent (of whose deck only the number of cards is known) is in play
// with 0..19 or stands at 1..20.
struct Situation {
  int seat;  // 0 or 1
  int won, lost;
  int deck, their_cards;
  int total, their_total;
  bool they_stand;
};

// A choice for every situation that has more than one.
class GamePolicy {
 public:
  static constexpr int decide_from = 11;  // below it END is never worse: no card can bust
  using Choice = std::uint8_t;            // END, STAND, or 1 + the card played
  static constexpr Choice end = 0, stand = 1;

  GamePolicy() = default;
  GamePolicy(const SideDecks& decks, int hands_to_win)
      : hands_to_win_(hands_to_win),
        decks_(decks.count()),
        sizes_(decks.cards_max() + 1),
        choices_(
            static_cast<std::size_t>(2 * hands_to_win * hands_to_win * decks_ * sizes_ * choices)) {
  }

  // Requires a total of 11..19, and an opponent in play, or standing at 11..20 with no less than
  // that total.
  Choice& operator[](const Situation& now) { return choices_[place(now)]; }
  Choice operator[](const Situation& now) const { return choices_[place(now)]; }

  // Returns the choice in any situation.
  Choice of(const Situation& now) const {
    if (now.they_stand && now.total > now.their_total) return stand;
    return now.total < decide_from ? end : (*this)[now];
  }

  const std::vector<Choice>& all() const { return choices_; }

 private:
  static constexpr int totals = target - decide_from, in_play = target, standing = totals + 1;
  static constexpr int choices = totals * (in_play + standing);

  std::size_t place(const Situation& now) const {
    const int scores = (now.seat * hands_to_win_ + now.won) * hands_to_win_ + now.lost;
    const int theirs = now.they_stand ? in_play + now.their_total - decide_from : now.their_total;
    return static_cast<std::size_t>(((scores * decks_ + now.deck) * sizes_ + now.their_cards) *
                                        choices +
                                    (now.total - decide_from) * (in_play + standing) + theirs);
  }

  int hands_to_win_ = 0, decks_ = 0, sizes_ = 0;
  std::vector<Choice> choices_;
};

}  // namespace hilltop::pazaak
