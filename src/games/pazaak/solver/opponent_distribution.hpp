#pragma once
#include <array>
#include <vector>

#include "games/pazaak/solver/open_game.hpp"

namespace hilltop::pazaak {

// How an opponent plays: probabilities by what can be seen of it: its seat, the totals and the
// number of its side cards.
class OpponentDistribution {
 public:
  // In play with a total of 1..19, the other in play with 0..19: END, STAND, or PLAY of 1..5.
  using Acts = std::array<float, 2 + SideDecks::values>;
  // In play with 0..19 before its deal, the other stands at 11..20: result for the one that stands,
  // and whether a side card was played meanwhile.
  enum Ending { won, level, level_and_played, lost, lost_and_played };
  using Endings = std::array<float, 5>;

  explicit OpponentDistribution(int cards_max)
      : sizes_(cards_max + 1),
        acts_(static_cast<std::size_t>(2 * sizes_ * totals * totals)),
        endings_(static_cast<std::size_t>(2 * sizes_ * stands * totals)) {}

  // Returns the distribution of a solved game's policy, on average over decks, scores and seats.
  static OpponentDistribution of(const OpenGame& game);

  Acts& acts(int seat, int cards, int other, int total) {
    return acts_[act(seat, cards, other, total)];
  }
  const Acts& acts(int seat, int cards, int other, int total) const {
    return acts_[act(seat, cards, other, total)];
  }
  Endings& endings(int seat, int cards, int other, int total) {
    return endings_[ending(seat, cards, other, total)];
  }
  const Endings& endings(int seat, int cards, int other, int total) const {
    return endings_[ending(seat, cards, other, total)];
  }

  // Returns the distribution expected after observations; `seen` holds counts instead of
  // probabilities.
  OpponentDistribution after(const OpponentDistribution& seen) const;

 private:
  static constexpr int totals = target, stands = target - GamePolicy::decide_from + 1;
  std::size_t act(int seat, int cards, int other, int total) const {
    return static_cast<std::size_t>(((seat * sizes_ + cards) * totals + other) * totals + total);
  }
  std::size_t ending(int seat, int cards, int other, int total) const {
    return static_cast<std::size_t>(
        ((seat * sizes_ + cards) * stands + other - GamePolicy::decide_from) * totals + total);
  }

  int sizes_;
  std::vector<Acts> acts_;
  std::vector<Endings> endings_;
};

}  // namespace hilltop::pazaak
