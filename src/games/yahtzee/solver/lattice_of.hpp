// The lattice of keeps for as many cards side by side as a block has lanes. The including file
// defines the type of numbers and the vector width: HILLTOP_NUMBER, HILLTOP_VECTOR_BYTES.
#include "games/yahtzee/solver/kernel.hpp"
#ifdef HILLTOP_LATTICE_IN_LINE
#include "games/yahtzee/solver/lattice_in_line_of.hpp"
#else
#include "games/yahtzee/solver/lattice_by_table_of.hpp"
#endif

namespace hilltop::yahtzee {
namespace {

class Lattice {
 public:
  Lattice(const KernelTables& tables, Number* scratch)
      : tables_(tables),
        keeps_(reinterpret_cast<LaneBlock*>(scratch)),
        nodes_(keeps_ + 462),
        steps_(tables, keeps_) {}

  // Computes the worth of rolls after the first roll from that after the last roll; returns the
  // mean over first rolls.
  LaneBlock mean_of_turn() {
    roll_on();
    keep_best();
    roll_on();
    LaneBlock mean = steps_.sum_of_best();
    HILLTOP_EACH_PART mean.part[i] /= 7776;
    return mean;
  }

 protected:
  LaneBlock* keeps() { return keeps_; }
  LaneBlock* rolls() { return keeps_ + 210; }

  // The worth of a keep is the mean over the keeps with one die more.
  void roll_on() { steps_.roll_on(); }

  // The worth of a roll, and of each keep, is that of the best keep among its dice.
  void keep_best() { steps_.keep_best(); }

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
  LaneBlock* const keeps_;
  LaneBlock* const nodes_;
  LatticeSteps steps_;
};

}  // namespace
}  // namespace hilltop::yahtzee
