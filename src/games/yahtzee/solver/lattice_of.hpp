// The lattice of keeps for as many cards side by side as a block has lanes. The including file
// defines the type of numbers and the vector width: HILLTOP_NUMBER, HILLTOP_VECTOR_BYTES.
#include "games/yahtzee/solver/kernel.hpp"

namespace hilltop::yahtzee {
namespace {

using Number = HILLTOP_NUMBER;
using Vector [[gnu::vector_size(HILLTOP_VECTOR_BYTES), gnu::may_alias]] = Number;

constexpr int parts = kernel_block_bytes / HILLTOP_VECTOR_BYTES;
constexpr int block_lanes = kernel_block_bytes / static_cast<int>(sizeof(Number));
constexpr int part_lanes = block_lanes / parts;
constexpr Number nothing = -static_cast<Number>(__builtin_inf());

// A number for each lane of a block.
struct LaneBlock {
  Vector part[parts];
};

#define HILLTOP_EACH_PART for (int i = 0; i < parts; ++i)

inline Vector larger(Vector a, Vector b) { return a > b ? a : b; }

inline void fill(LaneBlock& block, Number value) {
  HILLTOP_EACH_PART block.part[i] = Vector{} + value;
}

inline void load(LaneBlock& block, const Number* numbers) {
  __builtin_memcpy(&block, numbers, sizeof block);
}

inline void raise_to(LaneBlock& block, const LaneBlock& other) {
  HILLTOP_EACH_PART block.part[i] = larger(block.part[i], other.part[i]);
}

inline const LaneBlock& at(const LaneBlock* blocks, std::uint16_t offset) {
  return *reinterpret_cast<const LaneBlock*>(reinterpret_cast<const char*>(blocks) + offset);
}

class Lattice {
 public:
  Lattice(const KernelTables& tables, Number* scratch)
      : tables_(tables), keeps_(reinterpret_cast<LaneBlock*>(scratch)), nodes_(keeps_ + 462) {}

  // Computes the worth of rolls after the first roll from that after the last roll; returns the
  // mean over first rolls.
  LaneBlock mean_of_turn() {
    LaneBlock sum;
    fill(sum, 0);
    roll_on();
    keep_best();
    roll_on();
    keep_best([&](int keep, const LaneBlock& best) {
      if (keep < 210) {
        keeps_[keep] = best;
        return;
      }
      const Number ways = static_cast<Number>(tables_.ways[keep - 210]);
      HILLTOP_EACH_PART sum.part[i] += best.part[i] * ways;
    });
    HILLTOP_EACH_PART sum.part[i] /= 7776;
    return sum;
  }

 protected:
  LaneBlock* keeps() { return keeps_; }
  LaneBlock* rolls() { return keeps_ + 210; }

  // The worth of a keep is the mean over the keeps with one die more.
  void roll_on() {
    for (int keep = 209; keep >= 0; --keep) {
      const std::uint16_t* const with = tables_.with[keep];
      const LaneBlock &a = at(keeps_, with[0]), &b = at(keeps_, with[1]), &c = at(keeps_, with[2]),
                      &d = at(keeps_, with[3]), &e = at(keeps_, with[4]), &f = at(keeps_, with[5]);
      HILLTOP_EACH_PART keeps_[keep].part[i] =
          (((a.part[i] + b.part[i]) + (c.part[i] + d.part[i])) + (e.part[i] + f.part[i])) *
          static_cast<Number>(1.0 / 6);
    }
  }

  // The worth of a roll, and of each keep, is that of the best keep among its dice.
  void keep_best() {
    keep_best([this](int keep, const LaneBlock& best) { keeps_[keep] = best; });
  }

  // Finds the best upper box by a tree: the counts of the open faces, one face per level.
  // score(blocks, face) writes the worth of each count of a face in its box. Returns the last
  // level; the entry of a roll is at tables_.upper[open][roll].
  template <class Score>
  const LaneBlock* best_upper(unsigned open, const Score& score) {
    LaneBlock* from = nodes_;
    LaneBlock* to = nodes_ + 252;
    fill(from[0], nothing);
    int level = 0, size = 1;
    for (int face = 0; face < 6; ++face) {
      if ((open >> face & 1) == 0) continue;
      LaneBlock worth[6];
      score(worth, face);
      LaneBlock* end = to;
      for (int node = 0; node < size; ++node) {
        const int left = 5 - tables_.used[level][node];
        for (int count = level == 5 ? left : 0; count <= left; ++count, ++end)
          HILLTOP_EACH_PART end->part[i] = larger(from[node].part[i], worth[count].part[i]);
      }
      size = static_cast<int>(end - to);
      ++level;
      LaneBlock* const other = from;
      from = to;
      to = other;
    }
    return from;
  }

  const KernelTables& tables_;

 private:
  // Calls take(keep, best) for every keep in order; the bests of those with fewer dice must be in
  // keeps_ by then.
  template <class Take>
  void keep_best(const Take& take) {
    const std::uint16_t* without = tables_.without;
    for (const KernelTables::Group& group : tables_.groups) switch (group.different) {
        case 1: without = keep_best<1>(group, without, take); break;
        case 2: without = keep_best<2>(group, without, take); break;
        case 3: without = keep_best<3>(group, without, take); break;
        case 4: without = keep_best<4>(group, without, take); break;
        default: without = keep_best<5>(group, without, take); break;
      }
  }

  template <int different, class Take>
  const std::uint16_t* keep_best(const KernelTables::Group& group, const std::uint16_t* without,
                                 const Take& take) {
    for (int keep = group.begin; keep < group.end; ++keep, without += different) {
      LaneBlock best = keeps_[keep];
      for (int face = 0; face < different; ++face) raise_to(best, at(keeps_, without[face]));
      take(keep, best);
    }
    return without;
  }

  LaneBlock* const keeps_;
  LaneBlock* const nodes_;
};

}  // namespace
}  // namespace hilltop::yahtzee
