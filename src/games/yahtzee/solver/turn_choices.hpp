#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/yahtzee/solver/choice_kernel.hpp"
#include "games/yahtzee/solver/keeps.hpp"
#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {

// The best choices of a turn for every roll, as best_move() finds them: 756 bytes.
class TurnChoices {
 public:
  Move move(const View& view) const;

 private:
  friend class ChoicesMaker;

  std::array<std::array<std::uint8_t, rolls_all>, rolls_a_turn> choices_;  // by rolls left
};

// Those of the cards in a block of a WorthTable.
using BlockOfChoices = std::array<TurnChoices, lanes_a_block>;

// Computes choices of the solitaire game; one thread at a time may.
class ChoicesMaker {
 public:
  // `table` must outlive it. All `vectors` give the same choices.
  explicit ChoicesMaker(const WorthTable& table, Vectors vectors = widest_here());

  // Makes the choices of all cards in the block of `standing`, which has an open box.
  void make(const Standing& standing, BlockOfChoices& choices);

 private:
  // By box, score and lane.
  using Worths = std::array<std::array<std::array<double, lanes_a_block>, choice_scores>,
                            static_cast<std::size_t>(boxes_on_card)>;
  struct Scratch {
    alignas(64) Worths worth;
    alignas(64) std::array<double, choice_scratch> numbers;
  };

  void score_five_alike(const BoxSet& boxes, std::size_t first, ChoiceTurn& turn) const;

  const WorthTable& table_;
  ChoiceKernel* kernel_;
  std::unique_ptr<Scratch> scratch_;
};

// The best choices of the solitaire game. Games pass the same cards again and again, so the choices
// of a block of cards are computed when one of them is first asked for, and kept for all threads.
class SolitaireChoices {
 public:
  static constexpr std::uint32_t blocks_max = 1 << 15;  // whose choices are kept: 198 MB

  // `table` must outlive it.
  explicit SolitaireChoices(const WorthTable& table, std::uint32_t blocks = blocks_max);
  ~SolitaireChoices();

  // Returns the choices if they are kept or, made by `maker`, can be; null if as many blocks as are
  // kept came before.
  const TurnChoices* of(const Standing& standing, ChoicesMaker& maker) const;

  const WorthTable& table() const { return table_; }

 private:
  const WorthTable& table_;
  const std::uint32_t blocks_;
  mutable std::vector<std::atomic<const BlockOfChoices*>> kept_;  // by block; owned
  mutable std::atomic<std::uint32_t> count_ = 0;
};

// Returns the choices for these options; solves the game at the first call of a process.
const SolitaireChoices& solitaire_choices(Options options);

}  // namespace hilltop::yahtzee
