#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "core/at.hpp"
#include "games/pazaak/cards.hpp"
#include "games/pazaak/solver/open_values.hpp"

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

// What the players weigh at one score: rows of chances to win, by the opponent's deck.
class OpenWeighed : private OpenLayout {
 public:
  // Rows after END at 11..19 with the opponent in play at 0..19; after STAND at 11..20, with or
  // without a side card; and after END with the opponent standing at 11..20.
  static constexpr std::size_t end(int total, int theirs) {
    return stand_at(total) * in_play + at(theirs);
  }
  static constexpr std::size_t stand(int total, int theirs) {
    return end(target, 0) + stand_at(total) * in_play + at(theirs);
  }
  static constexpr std::size_t end_against(int total, int theirs) {
    return stand(target + 1, 0) + stand_at(total) * stand_totals + stand_at(theirs);
  }
  static constexpr std::size_t rows =
      (target - from + stand_totals) * in_play + (target - from) * stand_totals;

  explicit OpenWeighed(std::size_t decks) : decks_(decks) {
    for (auto& rows_of_seat : rows_) rows_of_seat.resize(decks * rows * decks);
  }
  float* of(int seat, int deck) { return rows_[at(seat)].data() + at(deck) * rows * decks_; }
  const float* row(int seat, int deck, std::size_t row) const {
    return rows_[at(seat)].data() + (at(deck) * rows + row) * decks_;
  }

 private:
  std::size_t decks_;
  std::array<std::vector<float>, 2> rows_;
};

// One hand between two decks at one score. Every value is the chance of player 1.
class OpenHand : private OpenLayout {
 public:
  OpenHand(const OpenValues& game, const std::vector<OpenStanding>& known, int won_by_one,
           int won_by_two, int one, int two);

  float solve();
  // Computes the hand as solve() does, if a hand that nobody wins is worth `level`.
  void compute(float level) { round(level); }

  const OpenStanding& standing() const { return standing_; }
  // The chance of player 1 before the card of player 1 or 2, both in play, by their totals 0..19.
  float before_one(int one, int two) const { return round_[at(one)][at(two)]; }
  float before_two(int one, int two) const { return turn_of_two_[at(one)][at(two)]; }

  // Writes what the players weigh, `width` numbers apart from row to row.
  void store(float* of_one, float* of_two, std::size_t width) const;

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
  int won_by_one_, won_by_two_, one_, two_;
  float one_wins_, two_wins_;
  OpenStanding standing_;
  std::array<ByTotal, stand_totals - 1> play_one_;     // by the total of player 1, 11..19
  std::array<ByStand, in_play> play_two_;              // by both totals
  std::array<ByStand, stand_totals - 1> against_one_;  // player 2's best card, by its total
  std::array<ByStand, stand_totals - 1> against_two_;  // player 1's best card
  std::array<ByTotal, in_play> round_;                 // a round begins, both in play
  std::array<ByTotal, in_play> turn_of_two_;           // player 1 has ended its turn
};

}  // namespace hilltop::pazaak
