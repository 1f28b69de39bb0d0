#pragma once
#include <array>
#include <vector>

#include "games/pazaak/solver/opponent_distribution.hpp"

namespace hilltop::pazaak {

// The match against an opponent whose distribution of moves is known: for one player a decision
// process, solved exactly like the match with open cards. As bit-equal as that.
class BestResponse {
 public:
  // With a `fixed` policy nothing is chosen: its value is found.
  BestResponse(const SideDecks& decks, int hands_to_win, const OpponentDistribution& opponent,
               const MatchPolicy* fixed = nullptr);

  // The chance to win the game, as a hand begins.
  float value(int seat, int won, int lost, int deck, int their_cards) const;
  // Over the decks that are dealt and both seats, as the game begins.
  float value() const;

  const MatchPolicy& policy() const { return policy_; }

 private:
  class Hand;
  // The opponent stands at 1..20, which numbers the columns; by the own total before the deal.
  using Against = std::array<std::array<float, target + 1>, target>;

  std::size_t place(int seat, int won, int lost, int deck, int their_cards) const;

  const SideDecks& decks_;
  int hands_to_win_;
  const OpponentDistribution& opponent_;
  const MatchPolicy* fixed_;
  std::vector<float> values_;
  std::vector<Against> against_;  // of the score that is being solved, by deck and their cards
  MatchPolicy policy_;
};

}  // namespace hilltop::pazaak
