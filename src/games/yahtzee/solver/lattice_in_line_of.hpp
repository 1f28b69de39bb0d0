// The steps through the lattice of keeps as code without loops, in which every offset is a
// constant: a third of the loads of lattice_by_table_of.hpp are loads of offsets. A block must be
// one vector, or this is more code than a processor's first cache holds.
#include <array>
#include <cstdint>
#include <utility>

#include "games/yahtzee/solver/keeps_made.hpp"
#include "games/yahtzee/solver/lane_block_of.hpp"

namespace hilltop::yahtzee {
namespace {

static_assert(parts == 1);

constexpr Keeps lattice_keeps;

// Every keep after those that it contains, and rolls by number, each as early as that allows: the
// sum over rolls adds one after another, and begins while other keeps are compared.
constexpr auto bottom_up = [] {
  struct Order {
    std::array<std::int16_t, keeps_all> keeps{};
    std::array<bool, keeps_all> listed{};
    std::size_t size = 0;

    constexpr void list(std::int16_t keep) {
      if (std::exchange(listed[hilltop::at(keep)], true)) return;
      for (const std::int16_t less : lattice_keeps.smaller(keep)) list(less);
      keeps[size++] = keep;
    }
  };
  Order order;
  for (std::int16_t roll = first_roll; roll < keeps_all; ++roll) order.list(roll);
  return order.keeps;
}();

// Calls step<0>(), step<1>(), … step<count - 1>().
template <int count, class Step>
[[gnu::always_inline]] inline void each_in_line(const Step& step) {
  [&]<int... n>(std::integer_sequence<int, n...>) __attribute__((always_inline)) {
    // No fold expression: clang limits how deep one may be.
    [[maybe_unused]] const int in_order[] { 0, (step.template operator()<n>(), 0)... };
  }(std::make_integer_sequence<int, count>{});
}

class LatticeSteps {
 public:
  LatticeSteps(const KernelTables&, LaneBlock* keeps) : keeps_(keeps) {}

  [[gnu::noinline]] void roll_on() {
    const Near near(keeps_);
    each_in_line<first_roll>([&]<int n>() __attribute__((always_inline)) {
      constexpr int keep = first_roll - 1 - n;
      near.at<keep>() = (((longer<keep, 0>(near) + longer<keep, 1>(near)) +
                          (longer<keep, 2>(near) + longer<keep, 3>(near))) +
                         (longer<keep, 4>(near) + longer<keep, 5>(near))) *
                        static_cast<Number>(1.0 / 6);
    });
  }

  [[gnu::noinline]] void keep_best() {
    const Near near(keeps_);
    each_in_line<keeps_all>([&]<int n>() __attribute__((always_inline)) {
      near.at<bottom_up[n]>() = best<bottom_up[n]>(near);
    });
  }

  [[gnu::noinline]] LaneBlock sum_of_best() {
    const Near near(keeps_);
    LaneBlock sum;
    fill(sum, 0);
    each_in_line<keeps_all>([&]<int n>() __attribute__((always_inline)) {
      constexpr int keep = bottom_up[n];
      if constexpr (keep < first_roll)
        near.at<keep>() = best<keep>(near);
      else
        sum.part[0] += best<keep>(near) * static_cast<Number>(lattice_keeps.ways(keep));
    });
    return sum;
  }

 private:
  // Two bases from which every offset takes one byte of an instruction: -128 to 127 blocks. The
  // compiler must not know that they are one array, or it takes one base and offsets of four bytes.
  class Near {
   public:
    [[gnu::always_inline]] explicit Near(LaneBlock* keeps) : low_(keeps + 128), high_(keeps + 384) {
      asm("" : "+r"(low_), "+r"(high_));
    }
    template <int keep>
    [[gnu::always_inline]] Vector& at() const {
      return keep < 256 ? low_[keep - 128].part[0] : high_[keep - 384].part[0];
    }

   private:
    LaneBlock *low_, *high_;
  };

  template <int keep, int face>
  [[gnu::always_inline]] static Vector longer(const Near& near) {
    return near.at<lattice_keeps.with(keep, face)>();
  }

  template <int keep>
  [[gnu::always_inline]] static Vector best(const Near& near) {
    Vector best = near.at<keep>();
    each_in_line<static_cast<int>(lattice_keeps.smaller(keep).size())>(
        [&]<int less>() __attribute__((always_inline)) {
          best = larger(best, near.at<lattice_keeps.smaller(keep)[less]>());
        });
    return best;
  }

  LaneBlock* const keeps_;
};

}  // namespace
}  // namespace hilltop::yahtzee
