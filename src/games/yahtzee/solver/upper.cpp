#include "games/yahtzee/solver/upper.hpp"

#include <algorithm>
#include <bitset>
#include <cassert>
#include <cstddef>

#include "core/at.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr std::size_t sum_max = 5 * (1 + 2 + 3 + 4 + 5 + 6);
using Sums = std::bitset<sum_max + 1>;

// Returns the possible sums of a set of boxes.
Sums sums_of(unsigned boxes) {
  Sums sums(1);
  for (std::size_t face = 1; face <= faces; ++face) {
    if ((boxes >> (face - 1) & 1) == 0) continue;
    Sums longer;
    for (std::size_t count = 0; count <= dice_rolled; ++count) longer |= sums << (face * count);
    sums = longer;
  }
  return sums;
}

// Returns the smallest sum that brings the total to 63; an impossible sum if none does.
std::size_t needed(int total, const Sums& sums) {
  auto need = at(upper_bonus_from - total);
  while (need <= sum_max && !sums[need]) ++need;
  return need;
}

UpperClasses classes_of(unsigned open) {
  UpperClasses found;
  const Sums ahead = sums_of(open), behind = sums_of(~open);
  std::size_t last_need = sum_max + 2;
  for (int total = 0; total < upper_totals; ++total) {
    bool occurs = behind[at(total)];
    if (total == upper_bonus_from) occurs = (behind >> upper_bonus_from).any();
    const std::size_t need = needed(total, ahead);
    if (occurs && need != last_need) {
      found.least[at(found.classes++)] = static_cast<std::uint8_t>(total);
      last_need = need;
    }
    found.of_total[at(total)] = static_cast<std::uint8_t>(std::max(0, found.classes - 1));
  }
  found.lanes = (found.classes + lanes_a_block - 1) / lanes_a_block * lanes_a_block;
  std::fill(found.least.begin() + found.classes, found.least.begin() + found.lanes,
            found.least[at(found.classes - 1)]);
  return found;
}

UpperTable make_upper_table() {
  UpperTable table;
  int lanes = 0;
  for (unsigned open = 0; open < upper_sets; ++open) {
    UpperClasses& set = table[open] = classes_of(open);
    set.first = lanes;
    lanes += set.lanes;
    for (int face = 0; face < faces; ++face) {
      if ((open >> face & 1) == 0) continue;
      const UpperClasses& next = table[open & ~(1u << face)];
      for (int count = 0; count <= dice_rolled; ++count)
        for (int lane = 0; lane < set.lanes; ++lane) {
          const int total = set.least[at(lane)] + (face + 1) * count;
          set.after[at(face)][at(count)][at(lane)] =
              next.of_total[at(std::min(total, upper_bonus_from))];
        }
    }
  }
  assert(lanes == lanes_all);
  return table;
}

}  // namespace

const UpperTable& upper_table() {
  static const UpperTable table = make_upper_table();
  return table;
}

}  // namespace hilltop::yahtzee
