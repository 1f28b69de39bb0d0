#pragma once
#include "games/yahtzee/solver/kernel.hpp"

// The inner loop for the chance to win: lanes are leads over the opponents' level, one point apart.
namespace hilltop::yahtzee {

inline constexpr int win_lanes = kernel_block_bytes / 4;
inline constexpr int win_scratch = (462 + 2 * 252) * win_lanes;  // floats, aligned to 64 bytes
inline constexpr int step_max = 200;   // max points by which the level changes at once
inline constexpr int win_margin = 96;  // lanes at both ends of a row that repeat its ends

// Chances after a box is filled without points: lane i is for the current lead + i.
struct WinLane {
  const float* at;  // null if the box is filled
  int last;         // last lane that is kept; higher leads count as it
};

// Cards with one set of open boxes and one class of upper totals, a lane per lead.
struct WinRow {
  int lanes;            // multiple of win_lanes
  bool full;            // no turn is left: `chance` is given
  WinLane upper[6][6];  // [face][count]; lane 0 is lane 0 of the row, as in the others
  WinLane three_of_a_kind, four_of_a_kind, full_house, small_straight, large_straight, chance_box;
  WinLane yahtzee_zero, yahtzee_fifty;
  KernelJoker joker;
  int bonus;
  // The level rises by step_lowest, step_lowest + 1, … before the turn, with these probabilities.
  int step_lowest, steps;
  const float* step;
  // Output by lane: chances before the turn, and before the step. `chance` has step_max more lanes
  // at both ends, `before` win_margin.
  float* chance;
  float* before;
};

using WinKernel = void(const KernelTables& tables, const WinRow& row, float* scratch);

WinKernel win_kernel_baseline;
#ifdef HILLTOP_WIDE_KERNELS
WinKernel win_kernel_avx2;
WinKernel win_kernel_avx512;
#endif

}  // namespace hilltop::yahtzee
