#pragma once
#include "games/yahtzee/solver/kernel.hpp"

// The inner loop for the chance to win: lanes are leads over what must be beaten, a step of one
// point each.
namespace hilltop::yahtzee {

inline constexpr int win_lanes = kernel_block_bytes / 4;
inline constexpr int win_scratch = (462 + 2 * 252) * win_lanes;  // floats, on 64 bytes
inline constexpr int step_max = 200;   // points that the one to beat may rise or fall at once
inline constexpr int win_margin = 96;  // lanes at both ends of a row, as good as the last before

// Chances after a box is filled without points: lane i has those of one's lead now + i.
struct WinLane {
  const float* at;  // null: the box is filled
  int last;         // of the lanes that are kept; who leads by more is as good as there
};

// Cards with one set of open boxes and one class of upper totals, a lane for each lead.
struct WinRow {
  int lanes;            // a multiple of win_lanes
  bool full;            // no turn is left: `chance` is given
  WinLane upper[6][6];  // [face][count]: lane 0 is lane 0 of the row, as with the others
  WinLane three_of_a_kind, four_of_a_kind, full_house, small_straight, large_straight, chance_box;
  WinLane yahtzee_zero, yahtzee_fifty;
  KernelJoker joker;
  int bonus;
  // What must be beaten rises by step_lowest, step_lowest + 1, … before the turn, so likely.
  int step_lowest, steps;
  const float* step;
  // Of each lane, before the turn and before the step: are written. `chance` has step_max lanes
  // more at both ends, `before` win_margin.
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
