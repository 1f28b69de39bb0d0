// The steps through the lattice of keeps by the offsets in KernelTables.
#include "games/yahtzee/solver/lane_block_of.hpp"

namespace hilltop::yahtzee {
namespace {

class LatticeSteps {
 public:
  LatticeSteps(const KernelTables& tables, LaneBlock* keeps) : tables_(tables), keeps_(keeps) {}

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

  void keep_best() {
    keep_best([this](int keep, const LaneBlock& best) { keeps_[keep] = best; });
  }

  // Does the same, but returns the sum over rolls, each times its ways, in place of their worth.
  LaneBlock sum_of_best() {
    LaneBlock sum;
    fill(sum, 0);
    keep_best([&](int keep, const LaneBlock& best) {
      if (keep < 210) {
        keeps_[keep] = best;
        return;
      }
      const Number ways = static_cast<Number>(tables_.ways[keep - 210]);
      HILLTOP_EACH_PART sum.part[i] += best.part[i] * ways;
    });
    return sum;
  }

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

  const KernelTables& tables_;
  LaneBlock* const keeps_;
};

}  // namespace
}  // namespace hilltop::yahtzee
