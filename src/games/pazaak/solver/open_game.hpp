#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/pazaak/solver/open_values.hpp"
#include "games/pazaak/solver/policy.hpp"
#include "games/pazaak/solver/side_decks.hpp"

namespace hilltop::pazaak {

class OpenWeighed;

// The game in which both side decks lie open and each card dealt is one of 1..10 with equal
// probability, whatever was dealt before: a game of perfect information, solved exactly by backward
// induction over hands won × both side decks × totals × which players stand (docs/champions.md). A
// hand that nobody wins is replayed, so its value is a fixed point.
//
// Bit-equal on any machine and any number of threads: single precision, a fixed order of
// operations, no contraction; of equal choices the first one is taken: END, STAND, the lowest card.
class OpenGame {
 public:
  static constexpr int cards = OpenValues::cards;

  // `decks` must outlive it. The first to win `hands_to_win` hands wins the game.
  OpenGame(const SideDecks& decks, int hands_to_win, int threads)
      : OpenGame(decks, hands_to_win, threads, GivenPolicies{}) {}

  // The game in which the player in `seat` follows the policy `given`, and the opponent, who sees
  // both side decks, plays the best response: nobody wins more against that policy.
  OpenGame(const SideDecks& decks, int hands_to_win, int threads, const GamePolicy& given, int seat)
      : OpenGame(decks, hands_to_win, threads,
                 GivenPolicies{seat == 0 ? &given : nullptr, seat == 1 ? &given : nullptr}) {}

  // The game in which the players follow the policies that are not null.
  OpenGame(const SideDecks& decks, int hands_to_win, int threads, GivenPolicies given);

  const OpenValues& values() const { return values_; }
  int hands_to_win() const { return values_.hands_to_win(); }
  const SideDecks& decks() const { return values_.decks(); }

  // Returns the chance that player 1 wins the game at the start of a hand.
  float value(int won_by_one, int won_by_two, int deck_one, int deck_two) const {
    return values_.value(won_by_one, won_by_two, deck_one, deck_two);
  }

  // Returns that chance for the player in `seat`, on average over the opponent's decks of
  // `their_cards` cards.
  float mean_value(int seat, int won, int lost, int deck, int their_cards) const;

  // Returns that chance for player 1, on average over both decks of `cards` cards.
  float mean_value(int cards) const;

  // Returns the choices that are best on average over the decks that the opponent may hold.
  const GamePolicy& policy() const { return policy_; }

  // Returns what each choice is worth, in the chance to win the game, on average over the decks
  // that the opponent may hold: the best first, as in policy(). Below GamePolicy::decide_from,
  // where END has no alternative, that is END alone, without a number.
  struct Worth {
    GamePolicy::Choice choice;
    std::optional<float> chance;
  };
  std::vector<Worth> worths(const Situation& now, int threads) const;

  // Returns a hash of all values and choices.
  std::uint64_t hash() const;

 private:
  void solve(int won_by_one, int won_by_two, OpenWeighed& weighed, int threads);
  void choose(const Situation& given, const OpenWeighed& weighed);
  template <class Take>
  void weigh(const Situation& now, const OpenWeighed& weighed, Take&& take) const;
  template <class Value>
  float mean(int their_cards, Value&& value) const;

  OpenValues values_;
  GamePolicy policy_;
};

}  // namespace hilltop::pazaak
