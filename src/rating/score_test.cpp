#include "rating/score.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

#include "core/build_for_test.hpp"
#include "rating/elo.hpp"
#include "rating/random_for_test.hpp"

namespace hilltop::rating::score_test {
namespace {

TEST(Elo, IsTenToOneAt400Points) {
  EXPECT_DOUBLE_EQ(expected_score(0), 0.5);
  EXPECT_NEAR(expected_score(400), 10.0 / 11, 1e-15);
  EXPECT_NEAR(expected_score(-400), 1.0 / 11, 1e-15);
  EXPECT_NEAR(elo_of(expected_score(123.4)), 123.4, 1e-10);
}

TEST(Elo, TheNormalDistribution) {
  EXPECT_NEAR(normal_below(errors_of_95), 0.975, 1e-15);
  EXPECT_DOUBLE_EQ(normal_below(0), 0.5);
}

// Examples from fastchess's tests (app/tests/elo_test.cpp, commit 2f5e888): points of Elo, half the
// width of the interval, and the probability to be the stronger side.
struct Published {
  std::vector<std::int64_t> counts;
  double elo, margin, superiority;
};

TEST(PairScore, IsThatOfPublishedExamples) {
  for (const Published& example : {Published{{96, 111, 136}, 40.70, 30.43, 0.9960},
                                   {{34, 54, 63, 64, 75}, 55.58, 27.65, 1.0000},
                                   {{332, 433, 498, 333, 334}, -8.64, 10.33, 0.0505}}) {
    const PairScore found = score(example.counts);
    EXPECT_NEAR(found.elo, example.elo, 0.005);
    // fastchess's intervals are not Wilson's and add no doubtful trials.
    EXPECT_NEAR((found.elo_range.high - found.elo_range.low) / 2, example.margin,
                0.02 * example.margin);
    EXPECT_NEAR(found.superiority, example.superiority, 0.0005);
  }
}

TEST(PairScore, MomentsByHand) {
  const PairScore found = score(Pentanomial{1, 2, 3, 4, 10});  // 15 of 20 points a game
  EXPECT_EQ(found.trials, 20);
  EXPECT_DOUBLE_EQ(found.mean, 0.75);
  EXPECT_DOUBLE_EQ(found.variance, (1 * 0.5625 + 2 * 0.25 + 3 * 0.0625 + 10 * 0.0625) / 20);
}

TEST(PairScore, OfTheOtherSideIsItsMirror) {
  const PairScore one = score(Pentanomial{3, 1, 4, 1, 5}),
                  other = score(Pentanomial{5, 1, 4, 1, 3});
  EXPECT_NEAR(one.elo, -other.elo, 1e-9);
  EXPECT_NEAR(one.elo_range.low, -other.elo_range.high, 1e-9);
  EXPECT_NEAR(one.superiority, 1 - other.superiority, 1e-12);
}

// In pairs with the same deal, randomness favours each side once, and the pentanomial knows that.
TEST(PairScore, PairsTellMoreWhereTheDealDecides) {
  const Pentanomial pairs{0, 0, 90, 0, 10};  // in 90 pairs each side won once
  const Trinomial games{90, 0, 110};
  EXPECT_DOUBLE_EQ(score(pairs).elo, score(games).elo);
  EXPECT_GT(score(pairs).elo_range.low, 0);
  EXPECT_LT(score(games).elo_range.low, 0);
}

TEST(PairScore, OfNothingIsUnbounded) {
  const PairScore found = score(Trinomial{});
  EXPECT_EQ(found.elo, 0);
  EXPECT_EQ(found.superiority, 0.5);
  EXPECT_EQ(found.elo_range.low, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(found.elo_range.high, std::numeric_limits<double>::infinity());
}

TEST(PairScore, OfWinsAloneHasNoUpperBound) {
  const PairScore found = score(Trinomial{0, 0, 10});
  EXPECT_EQ(found.elo, std::numeric_limits<double>::infinity());
  EXPECT_EQ(found.elo_range.high, std::numeric_limits<double>::infinity());
  EXPECT_NEAR(found.range.low, 0.722, 0.001);  // Wilson's table for 10 of 10
}

TEST(PairScore, FewEqualResultsAreNotCertain) {
  const PairScore few = score(Trinomial{0, 2, 0}), many = score(Trinomial{0, 200, 0});
  EXPECT_EQ(few.elo, 0);
  EXPECT_GT(few.elo_range.high, 100);
  EXPECT_GT(many.elo_range.high, 0);
  EXPECT_LT(many.elo_range.high, 10);
}

// Counts how often the interval holds the truth in 2,000 matches of 100 pairs.
TEST(PairScore, IntervalsCoverTheTruth) {
  if (sanitized) GTEST_SKIP() << "the optimized build simulates";
  const std::array<double, 5> chances{0.10, 0.15, 0.35, 0.20, 0.20};
  constexpr double truth = 0.5625;
  constexpr int matches = 2000, pairs = 100;
  Random random(1);
  int covered = 0;
  for (int match = 0; match < matches; ++match) {
    Pentanomial counts{};
    for (int pair = 0; pair < pairs; ++pair) {
      std::size_t outcome = 0;
      for (double at = random.uniform(); outcome < 4 && at >= chances[outcome]; ++outcome)
        at -= chances[outcome];
      ++counts[outcome];
    }
    const PairScore found = score(counts);
    covered += found.range.low <= truth && truth <= found.range.high;
  }
  EXPECT_GE(covered, 0.935 * matches);
  EXPECT_LE(covered, 0.965 * matches);
}

}  // namespace
}  // namespace hilltop::rating::score_test
