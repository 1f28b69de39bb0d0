#pragma once
#include "games/yahtzee/solver/kernel.hpp"

// The inner loop for the chance to win: lanes are leads over the opponents' level, some points
// apart.
namespace hilltop::yahtzee {

inline constexpr int win_lanes = kernel_block_bytes / 4;
inline constexpr int win_scratch = (462 + 2 * 252) * win_lanes;  // floats, aligned to 64 bytes
inline constexpr int step_max = 200;   // max points by which the level changes at once
inline constexpr int win_margin = 96;  // points beyond both ends of a row, at which its ends repeat

// Chances after a box is filled, at every lead: a plane per remainder of the lead, because a vector
// holds leads that are `apart` points apart. The lane i + (p >> log2(apart)) of the plane
// p mod apart is p points above the lead of lane i.
struct WinLanes {
  const float* at;  // lane 0 of plane 0; null if the box is filled
  int shift;        // points of the current lane 0 above lane 0 here, if the box scores nothing
};

// Cards with one set of open boxes and one class of upper totals, a lane per lead.
struct WinRow {
  int lanes;             // multiple of win_lanes
  int apart;             // points between two lanes: a power of two
  int plane;             // floats from one plane to the next
  bool full;             // no turn is left: `chance` is given
  WinLanes upper[6][6];  // [face][count]
  WinLanes three_of_a_kind, four_of_a_kind, full_house, small_straight, large_straight, chance_box;
  WinLanes yahtzee_zero, yahtzee_fifty;
  KernelJoker joker;
  int bonus;
  // The level rises by step_lowest, step_lowest + 1, … lanes before the turn, with these
  // probabilities.
  int step_lowest, steps;
  const float* step;
  // Output by lane: chances before the turn, and before the step. `chance` has step_max more lanes
  // at both ends.
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
