#pragma once
#include <cstdint>

// The inner loop of the solver: the worth of a card before a turn from the worth of cards after it.
// It is compiled for several vector widths from the same source (kernel_of.hpp) with the same
// operations in the same order on each number, so all of them give the same bits.
//
// The headers of kernels define no function with linkage, because code inlined for wide vectors
// must not be linked into the rest.
namespace hilltop::yahtzee {

inline constexpr int kernel_lanes = 8;  // doubles computed side by side: a block
inline constexpr int kernel_block_bytes = 8 * 8;
inline constexpr int kernel_patterns = 7;
inline constexpr int kernel_scratch = (462 + 2 * 252) * kernel_lanes;  // doubles, on 64 bytes

// The lattice of keeps as lists of byte offsets of blocks.
struct KernelTables {
  struct Group {
    int begin, end, different;
  };
  std::uint16_t with[210][6];    // one die more
  std::uint16_t without[1260];   // one die less, by face
  Group groups[15];              // of keeps with the same number of entries in `without`
  std::uint16_t pattern[252];    // of rolls: a KernelPattern
  double sum[252];               // of rolls: sum of the dice
  double ways[252];              // of rolls
  std::uint8_t yahtzee[6];       // the roll of five alike, by face
  std::uint16_t upper[64][252];  // by set of upper boxes and roll: the last node of the tree
  std::uint8_t used[6][252];     // of nodes at each level of that tree: number of dice
};

// What matters for lower boxes besides the sum of the dice.
enum KernelPattern { plain, three_alike, four_alike, full, small_run, large_run, five_alike };

enum class KernelJoker : std::uint8_t { none, forced, free };

// Cards with one set of open boxes, a lane per class of upper totals. Arrays hold `lanes` numbers
// aligned for blocks; null if the box is filled.
struct KernelRow {
  int lanes;
  const double* upper[6];             // worth without this box, by the lanes of that set …
  const std::uint8_t* upper_lane[6];  // … given by [count][lane_stride]
  const double* three_of_a_kind;      // worth without this box
  const double* four_of_a_kind;
  const double* full_house;
  const double* small_straight;
  const double* large_straight;
  const double* chance;
  const double* yahtzee_zero;  // worth with 0 or 50 in the Yahtzee box
  const double* yahtzee_fifty;
  KernelJoker joker;  // what five alike are on these cards
  double bonus;       // what five alike earn besides their box
  double* worth;      // output, by lane
};

inline constexpr int kernel_lane_stride = 64;

// Computes all cards of a row.
using Kernel = void(const KernelTables& tables, const KernelRow& row, double* scratch);

// Everything that a turn with one card can come to: the worth of keeps and of rolls, by rolls left.
struct KernelTurn {
  double kept[2][210];  // of less than five dice, with one and with two rolls left
  double best[3][252];  // of rolls
};

// Computes the turn with the card in a lane of a row, whose `worth` is not used.
using TurnKernel = void(const KernelTables& tables, const KernelRow& row, int lane, double* scratch,
                        KernelTurn& turn);

Kernel kernel_baseline;
TurnKernel turn_kernel_baseline;
#ifdef HILLTOP_WIDE_KERNELS
Kernel kernel_avx2;
Kernel kernel_avx512;
TurnKernel turn_kernel_avx2;
TurnKernel turn_kernel_avx512;
#endif

}  // namespace hilltop::yahtzee
