#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "core/progress.hpp"
#include "games/yahtzee/solver/kernel.hpp"
#include "games/yahtzee/solver/standing.hpp"
#include "games/yahtzee/solver/upper.hpp"

// The worth of every card to a player that maximizes its expected total (solitaire Yahtzee). J.
// Glenn, "An optimal strategy for Yahtzee" (2006); T. Verhoeff, "Optimal solitaire Yahtzee
// strategies" (1999).
namespace hilltop::yahtzee {

// The code that computes a table; all variants give the same bits.
enum class Vectors : std::uint8_t { baseline, avx2, avx512 };
bool runs_here(Vectors vectors);
Vectors widest_here();

// The worth of all cards in points to come, including the upper bonus.
class WorthTable {
 public:
  // Takes about 0.2 s on one thread. `threads` affects only the time.
  WorthTable(const Options& options, int threads, Vectors vectors = widest_here(),
             const Progress& progress = {});

  const Options& options() const { return options_; }
  double worth(const Standing& standing) const;

  // Cards with the same open boxes are in a row, by class of their upper totals, which is cut into
  // blocks of lanes_a_block.
  const double* row(const BoxSet& boxes) const { return blocks_[first_block(boxes)].lane.data(); }
  struct Place {
    std::size_t block, lane;  // the block of all, the card in it
  };
  Place place_of(const Standing& standing) const;
  std::size_t blocks() const { return blocks_.size(); }

  // Writes what a turn with this card can come to, in points to come.
  void turn(const Standing& standing, KernelTurn& turn, Vectors vectors = widest_here()) const;

  double expectation() const { return worth({}); }

  // Returns FNV-1a over the bits of all numbers in their order.
  std::uint64_t hash() const;

 private:
  struct alignas(64) LaneBlock {
    std::array<double, lanes_a_block> lane;
  };
  class Maker;

  std::size_t first_block(const BoxSet& boxes) const;
  KernelRow row_of(const BoxSet& boxes) const;  // without its output
  double* row(const BoxSet& boxes) { return blocks_[first_block(boxes)].lane.data(); }
  Options options_;
  std::vector<LaneBlock> blocks_;  // by lower boxes, Yahtzee box, upper boxes and class
};

// Returns the table for these options; computes it at the first call of a process, on all
// processors. After a `progress` that throws, the next call computes it anew.
const WorthTable& worth_table(Options options, const Progress& progress = {});

}  // namespace hilltop::yahtzee
