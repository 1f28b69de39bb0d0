#pragma once
#include <array>
#include <vector>

#include "games/pazaak/solver/opponent_distribution.hpp"

namespace hilltop::pazaak {

// The game against an opponent whose distribution of moves is known: a decision process of one
// player, solved exactly. Bit-equal under the same conditions as OpenGame.
class BestResponse {
 public:
  // With a `fixed` policy nothing is chosen: the policy's value is computed.
  BestResponse(const SideDecks& decks, int hands_to_win, const OpponentDistribution& opponent,
               const GamePolicy* fixed = nullptr);

  // Returns the chance to win the game at the start of a hand.
  float value(int seat, int won, int lost, int deck, int their_cards) const;
  // Returns the average over the dealt decks and both seats at the start of the game.
  float value() const;

  const GamePolicy& policy() const { return policy_; }

 private:
  class Hand;
  // The opponent stands at 1..20 (columns); rows are the own total before the deal.
  using Against = std::array<std::array<float, target + 1>, target>;

  std::size_t place(int seat, int won, int lost, int deck, int their_cards) const;

  const SideDecks& decks_;
  int hands_to_win_;
  const OpponentDistribution& opponent_;
  const GamePolicy* fixed_;
  std::vector<float> values_;
  std::vector<Against> against_;  // at the score that is being solved, by deck and opponent's cards
  GamePolicy policy_;
};

}  // namespace hilltop::pazaak
