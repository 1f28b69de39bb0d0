#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "games/pazaak/solver/policy.hpp"
#include "games/pazaak/solver/side_decks.hpp"

namespace hilltop::pazaak {

// The match in which both side decks lie open and each card dealt is one of 1..10 with equal
// chance, whatever was dealt before: a game of perfect information, solved exactly by backward
// induction over hands won × both side decks × totals × who stands (docs/champions.md). A hand that
// nobody wins leads back to where it began, so that its value is a fixed point.
//
// Bit-equal wherever it is computed, on any number of threads: single precision, a fixed order of
// operations, no contraction; of equal choices the first one is taken: END, STAND, the lowest card.
class OpenGame {
 public:
  static constexpr int cards = 10;  // that are dealt, each with the chance 1/10

  // `decks` outlives it. The first to win `hands_to_win` hands wins.
  OpenGame(const SideDecks& decks, int hands_to_win, int threads)
      : OpenGame(decks, hands_to_win, threads, nullptr, 0) {}

  // The match in which the player of that seat goes by a policy, and the other, who sees both side
  // decks, answers it as well as can be: nobody wins more against the policy.
  OpenGame(const SideDecks& decks, int hands_to_win, int threads, const MatchPolicy& given,
           int seat)
      : OpenGame(decks, hands_to_win, threads, &given, seat) {}

  int hands_to_win() const { return hands_to_win_; }
  const SideDecks& decks() const { return decks_; }

  // The chance that player 1 wins the game, as a hand begins.
  float value(int won_by_one, int won_by_two, int deck_one, int deck_two) const;

  // The same for the player of a seat, over all decks of so many cards that the other may hold.
  float mean_value(int seat, int won, int lost, int deck, int their_cards) const;

  // The same over all decks of so many cards for both, for player 1.
  float mean_value(int cards) const;

  // The choice that is best on the mean over all decks that the opponent may hold.
  const MatchPolicy& policy() const { return policy_; }

  // Of all values and choices.
  std::uint64_t hash() const;

 private:
  OpenGame(const SideDecks& decks, int hands_to_win, int threads, const MatchPolicy* given,
           int given_seat);
  // Of open_hand.hpp.
  class Hand;
  struct Layout;
  struct Standing;
  struct Weighed;

  std::size_t score(int won_by_one, int won_by_two) const {
    return static_cast<std::size_t>(won_by_one * hands_to_win_ + won_by_two);
  }
  std::size_t count() const { return static_cast<std::size_t>(decks_.count()); }
  std::size_t pair(int one, int two) const {
    return static_cast<std::size_t>(one) * count() + static_cast<std::size_t>(two);
  }
  void solve(int won_by_one, int won_by_two, Weighed& weighed, int threads);
  void choose(const Situation& given, const Weighed& weighed);
  template <class Value>
  float mean(int their_cards, Value&& value) const;

  const SideDecks& decks_;
  int hands_to_win_;
  const MatchPolicy* given_;  // null: both players choose
  int given_seat_;
  std::vector<float> values_;  // by score, deck of one, deck of two
  MatchPolicy policy_;
};

}  // namespace hilltop::pazaak
