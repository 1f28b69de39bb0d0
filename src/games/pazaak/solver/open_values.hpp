#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/pazaak/solver/policy.hpp"
#include "games/pazaak/solver/side_decks.hpp"

namespace hilltop::pazaak {

// The policies by which the players in both seats play; null for a player that chooses.
using GivenPolicies = std::array<const GamePolicy*, 2>;

// What is solved of the game with open cards (open_game.hpp), and by what its players choose.
class OpenValues {
 public:
  static constexpr int cards = 10;  // card values, each with probability 1/10

  // `given`: the policies of the players in their seats; null for a player that chooses. They and
  // `decks` outlive this object.
  OpenValues(const SideDecks& decks, int hands_to_win, GivenPolicies given)
      : decks_(decks), hands_to_win_(hands_to_win), given_(given) {
    values_.resize(static_cast<std::size_t>(hands_to_win * hands_to_win) * count() * count());
  }

  const SideDecks& decks() const { return decks_; }
  int hands_to_win() const { return hands_to_win_; }
  bool has_policy() const { return follows_policy(0) || follows_policy(1); }
  bool follows_policy(int seat) const { return given_[static_cast<std::size_t>(seat)] != nullptr; }
  const GamePolicy& policy(int seat) const { return *given_[static_cast<std::size_t>(seat)]; }

  std::size_t count() const { return static_cast<std::size_t>(decks_.count()); }
  std::size_t pair(int one, int two) const {
    return static_cast<std::size_t>(one) * count() + static_cast<std::size_t>(two);
  }

  // Returns the chance that player 1 wins the game at the start of a hand.
  float value(int won_by_one, int won_by_two, int deck_one, int deck_two) const {
    if (won_by_one == hands_to_win_) return 1;
    if (won_by_two == hands_to_win_) return 0;
    return values_[score(won_by_one, won_by_two) * count() * count() + pair(deck_one, deck_two)];
  }
  // Returns the values of a score, by pair().
  float* of_score(int won_by_one, int won_by_two) {
    return values_.data() + score(won_by_one, won_by_two) * count() * count();
  }
  const std::vector<float>& all() const { return values_; }

 private:
  std::size_t score(int won_by_one, int won_by_two) const {
    return static_cast<std::size_t>(won_by_one * hands_to_win_ + won_by_two);
  }

  const SideDecks& decks_;
  int hands_to_win_;
  GivenPolicies given_;
  std::vector<float> values_;  // by score, deck of player 1, deck of player 2
};

}  // namespace hilltop::pazaak
