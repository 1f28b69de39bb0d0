#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/yahtzee/solver/table.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {

// The best choices of a turn for every roll, as best_move() finds them: 756 bytes.
class TurnChoices {
 public:
  explicit TurnChoices(const Turn& turn);
  Move move(const View& view) const;

 private:
  // A box, from `first_box` on; else the dice to keep, a bit per die in rising order.
  using Choice = std::uint8_t;
  static constexpr Choice first_box = 1 << dice_rolled;

  std::array<std::array<Choice, rolls_all>, rolls_a_turn> choices_;  // by rolls left
};

// The best choices of the solitaire game. Games pass the same cards again and again: of 780,000
// turns of Optimal 98 % are among 65,536 cards. So the choices of a card are computed when it is
// first asked for, and kept for all threads.
class SolitaireChoices {
 public:
  static constexpr std::uint32_t cards_max = 1 << 17;  // whose choices are kept: 100 MB

  // `table` must outlive it.
  explicit SolitaireChoices(const WorthTable& table, std::uint32_t cards = cards_max);
  ~SolitaireChoices();

  // Returns null if the card came after `cards` others.
  const TurnChoices* of(const Standing& standing) const;

 private:
  const WorthTable& table_;
  const std::uint32_t cards_;
  std::vector<std::uint32_t> first_;  // by number of the set of boxes; a card per class after it
  mutable std::vector<std::atomic<const TurnChoices*>> kept_;  // by card; owned
  mutable std::atomic<std::uint32_t> count_ = 0;
};

// Returns the choices for these options; solves the game at the first call of a process.
const SolitaireChoices& solitaire_choices(Options options);

}  // namespace hilltop::yahtzee
