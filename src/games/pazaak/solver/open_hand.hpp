#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "core/at.hpp"
#include "games/pazaak/cards.hpp"
#include "games/pazaak/solver/open_values.hpp"
#include "games/pazaak/solver/side_decks.hpp"

namespace hilltop::pazaak {

// Memory layout of the following: by the total of a player in play, or of one that stands.
struct OpenLayout {
  static constexpr int in_play = target;  // totals 0..19
  static constexpr int from = GamePolicy::decide_from;
  static constexpr int stand_totals = target - from + 1;  // 11..20
  static constexpr int lanes = 12;  // stand totals, filled up to whole vectors
  using ByTotal = std::array<float, in_play>;
  using ByStand = std::array<float, lanes>;

  static constexpr std::size_t stand_at(int total) { return at(total - from); }
};

// Values of hands in which one player stands, depending on the opponent in play.
struct OpenStanding : private OpenLayout {
  std::array<ByTotal, stand_totals> one;  // player 1 stands at 11..20; by the total of player 2
  std::array<ByStand, in_play> two;       // by the total of player 1; player 2 stands at 11..20
};

// The chances to win that the players weigh at one score: by seat, by the seat's deck, and by the
// opponent's deck.
class OpenWeighed : private OpenLayout {
 public:
  // Places of the chances after END at 11..19 with the opponent in play at 0..19; after STAND at
  // 11..20, with or without a side card; after END with the opponent standing at 11..20; and, if
  // both stand, after a win, a level hand or a loss.
  static constexpr std::size_t end(int total, int theirs) {
    return stand_at(total) * in_play + at(theirs);
  }
  static constexpr std::size_t stand(int total, int theirs) {
    return end(target, 0) + stand_at(total) * in_play + at(theirs);
  }
  static constexpr std::size_t end_against(int total, int theirs) {
    return stand(target + 1, 0) + stand_at(total) * stand_totals + stand_at(theirs);
  }
  static constexpr std::size_t over(int total, int theirs) {
    return end_against(target, from) + (total > theirs ? 0 : total == theirs ? 1 : 2);
  }
  static constexpr std::size_t places =
      (target - from + stand_totals) * in_play + (target - from) * stand_totals + 3;
  using Chances = std::array<float, places>;

  explicit OpenWeighed(const SideDecks& decks) : decks_(decks) {
    for (auto& of_seat : chances_) of_seat.resize(at(decks.count()) * at(decks.count()));
    for (auto& of_seat : means_) of_seat.resize(at(decks.count()) * at(decks.cards_max() + 1));
  }

  Chances& of(int seat, int deck, int theirs) {
    return chances_[at(seat)][at(deck) * at(decks_.count()) + at(theirs)];
  }

  // Computes the means of a deck from its chances.
  void average(int seat, int deck);
  // Returns the means over all decks of `their_cards` cards that the opponent may hold.
  const Chances& mean(int seat, int deck, int their_cards) const {
    return means_[at(seat)][mean_at(deck, their_cards)];
  }

 private:
  std::size_t mean_at(int deck, int their_cards) const {
    return at(deck) * at(decks_.cards_max() + 1) + at(their_cards);
  }

  const SideDecks& decks_;
  std::array<std::vector<Chances>, 2> chances_, means_;
};

// One hand between two decks at one score. Every value is the chance of player 1.
class OpenHand : private OpenLayout {
 public:
  // `known`: by pair of decks. It has the pairs with fewer cards, and gets this one.
  OpenHand(const OpenValues& game, std::vector<OpenStanding>& known, int won_by_one, int won_by_two,
           int one, int two);

  float solve();
  // Computes the hand as solve() does, if a hand that nobody wins is worth `level`.
  void compute(float level) { round(level); }

  // The chance of player 1 before the card of player 1 or 2, both in play, by their totals 0..19.
  float before_one(int one, int two) const { return round_[at(one)][at(two)]; }
  float before_two(int one, int two) const { return turn_of_two_[at(one)][at(two)]; }

  // Writes what the players weigh; `level` is the value of a hand that nobody wins.
  void store(float level, OpenWeighed::Chances& of_one, OpenWeighed::Chances& of_two) const;

 private:
  // Returns whether the policy decides for the player in `seat`.
  bool given(int seat) const { return game_.follows_policy(seat); }
  int given(int seat, int total, int theirs, bool they_stand) const;
  // Returns the side deck that is left after a choice.
  int left(int deck, int choice) const;
  static int stands_with(int total, int choice) { return total + choice - GamePolicy::stand; }
  // Value if both stand.
  float over(int one, int two, int deck_one, int deck_two, float level) const;

  const OpenStanding& known(int one, int two) const { return known_[game_.pair(one, two)]; }

  // Values of playing a side card; none depends on the value of this hand.
  void plays_of_one();
  void plays_of_two();

  float round(float level);
  // Player 1 stands, player 2 goes on: in its turn it is dealt a card and chooses.
  void two_answers(float level);
  // Player 2 stands, player 1 goes on; if it has more, it has won.
  void one_answers(float level);
  float both_in_play(float level);

  const OpenValues& game_;
  const std::vector<OpenStanding>& known_;
  OpenStanding& standing_;
  int won_by_one_, won_by_two_, one_, two_;
  float one_wins_, two_wins_;
  std::array<ByTotal, stand_totals - 1> play_one_;     // by the total of player 1, 11..19
  std::array<ByStand, in_play> play_two_;              // by both totals
  std::array<ByStand, stand_totals - 1> against_one_;  // player 2's best card, by its total
  std::array<ByStand, stand_totals - 1> against_two_;  // player 1's best card
  std::array<ByTotal, in_play> round_;                 // a round begins, both in play
  std::array<ByTotal, in_play> turn_of_two_;           // player 1 has ended its turn
};

}  // namespace hilltop::pazaak
