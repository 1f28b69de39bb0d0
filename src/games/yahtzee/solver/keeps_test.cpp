#include "games/yahtzee/solver/keeps.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace hilltop::yahtzee::keeps_test {
namespace {

TEST(Keeps, HoldAllThatFiveDiceCanShow) {
  int ways = 0;
  for (int roll = first_roll; roll < keeps_all; ++roll) {
    EXPECT_EQ(keeps.size(roll), dice_rolled);
    EXPECT_EQ(keeps.number(keeps.dice(roll)), roll);
    ways += keeps.ways(roll);
  }
  EXPECT_EQ(ways, outcomes);
  EXPECT_EQ(keeps.size(0), 0);
  EXPECT_EQ(keeps.number(Dice{6, 1, 3, 1, 3}), keeps.number(KeepCounts{2, 0, 2, 0, 0, 1}));
}

TEST(Keeps, StandAfterAllTheyContain) {
  for (int keep = 0; keep < keeps_all; ++keep)
    for (int face = 0; face < faces; ++face) {
      if (keep < first_roll) {
        EXPECT_GT(keeps.with(keep, face), keep);
        EXPECT_EQ(keeps.without(keeps.with(keep, face), face), keep);
      }
      EXPECT_EQ(keeps.without(keep, face) == keep,
                keeps.counts(keep)[static_cast<std::size_t>(face)] == 0);
      EXPECT_LE(keeps.without(keep, face), keep);
    }
}

TEST(Keeps, AreGroupedBySizeAndFaces) {
  int next = 1;
  for (const auto& [begin, end, different] : keeps.groups()) {
    EXPECT_EQ(begin, next);
    for (int keep = begin; keep < end; ++keep) {
      EXPECT_EQ(keeps.size(keep), keeps.size(begin));
      EXPECT_EQ(faces - std::ranges::count(keeps.counts(keep), 0), different);
    }
    next = end;
  }
  EXPECT_EQ(next, keeps_all);
}

}  // namespace
}  // namespace hilltop::yahtzee::keeps_test
