#pragma once
#include "games/yahtzee/solver/kernel.hpp"

// The inner loop of SolitaireChoices: the best choices of a turn on as many cards as a block has
// lanes. Compiled as the kernel of the table is, with its operations in its order (kernel.hpp).
namespace hilltop::yahtzee {

inline constexpr int choice_boxes = 13;
inline constexpr int choice_scores = 51;        // a box holds 0 to 50 points
inline constexpr int choice_first_box = 32;     // a choice of a box; below it the dice to keep
inline constexpr int choices_a_card = 3 * 252;  // by rolls left and roll
inline constexpr int choice_scratch = (2 * 462 + 2 * 252) * kernel_lanes;  // doubles, on 64 bytes

struct ChoiceTables {
  const KernelTables* lattice;
  std::uint16_t score[252][choice_boxes];  // of rolls: offset of the block of the score in a box
  // Of rolls: what to answer if a keep of the lattice is best, from 462 on a box.
  std::uint8_t choice[252][462 + choice_boxes];
};

// Cards with the same open boxes, all of whose numbers are blocks with a lane per card.
struct ChoiceTurn {
  unsigned open;        // boxes, in the order of Category
  const double* worth;  // of filling a box with a score, by box and score, where that can happen
  // Of five alike, by face, which may be jokers: the worth of the best box, and its number.
  double yahtzee[6][kernel_lanes], yahtzee_box[6][kernel_lanes];
};

// Writes the choices of each card, one after another.
using ChoiceKernel = void(const ChoiceTables& tables, const ChoiceTurn& turn, double* scratch,
                          std::uint8_t* choices);

ChoiceKernel choice_kernel_baseline;
#ifdef HILLTOP_WIDE_KERNELS
ChoiceKernel choice_kernel_avx2;
ChoiceKernel choice_kernel_avx512;
#endif

}  // namespace hilltop::yahtzee
