#include "rating/spsa.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "core/chance.hpp"

namespace hilltop::rating::spsa_test {
namespace {

// A bot with two numbers whose strength, in points of Elo, falls by the square of their distance
// from the optimum.
struct Synthetic {
  double optimum[2] = {37, -12};

  double strength(const std::vector<int>& values) const {
    double loss = 0;
    for (std::size_t i = 0; i < 2; ++i)
      loss += std::pow(values[i] - optimum[i], 2) / (i == 0 ? 1 : 2);
    return -loss;
  }
  // Returns the score of `games` games whose randomness is that of the iteration.
  double score(const Spsa::Sides& sides, std::uint32_t iteration, int games) const {
    const double ahead = strength(sides.plus) - strength(sides.minus);
    const double win = 1 / (1 + std::pow(10, -ahead / 400));
    Draw draw = Chance(99, iteration).on(0);
    int net = 0;
    for (int game = 0; game < games; ++game) net += draw.word32() * 0x1p-32 < win ? 1 : -1;
    return static_cast<double>(net) / games;
  }
};

SpsaPlan plan(std::uint64_t key, std::uint32_t ahead = 1) {
  constexpr std::uint32_t iterations = 1000;
  return {.parameters = {{20, 0, 60, 3}, {10, -50, 50, 4}},
          .iterations = iterations,
          .rate = usual_rate(iterations, 64),
          .ahead = ahead,
          .key = key};
}

Spsa tuned(const SpsaPlan& plan) {
  const Synthetic bot;
  Spsa spsa(plan);
  for (std::uint32_t i = 0; i < plan.iterations; ++i) spsa.take(bot.score(spsa.sides(i), i, 64));
  return spsa;
}

TEST(Spsa, FindsTheOptimumOfANoisyBot) {
  for (std::uint64_t key = 1; key <= (sanitized ? 2 : 20); ++key)
    for (const std::uint32_t ahead : {1u, 16u}) {
      const std::vector<int> best = tuned(plan(key, ahead)).best();
      EXPECT_NEAR(best[0], 37, 4) << key << ' ' << ahead;
      EXPECT_NEAR(best[1], -12, 6) << key << ' ' << ahead;
    }
}

TEST(Spsa, StaysWithinItsLimits) {
  SpsaPlan narrow = plan(3);
  narrow.parameters = {{5, 0, 9, 3}, {-8, -9, -6, 4}};  // the optimum is beyond both
  const Spsa spsa = tuned(narrow);
  for (std::uint32_t i = 0; i < narrow.iterations; ++i) {
    const Spsa::Sides sides = spsa.sides(i);
    for (const auto& side : {sides.plus, sides.minus}) {
      ASSERT_TRUE(side[0] >= 0 && side[0] <= 9);
      ASSERT_TRUE(side[1] >= -9 && side[1] <= -6);
    }
  }
  EXPECT_EQ(spsa.best(), (std::vector{9, -9}));
}

// Rounding favours neither side and no direction.
TEST(Spsa, PerturbsBothWaysAlike) {
  SpsaPlan still = plan(7);
  still.iterations = 4000;
  still.parameters = {{20, 0, 60, 0.4}};
  Spsa spsa(still);
  std::int64_t plus = 0, minus = 0, apart = 0;
  for (std::uint32_t i = 0; i < still.iterations; ++i) {
    const Spsa::Sides sides = spsa.sides(i);
    plus += sides.plus[0] - 20;
    minus += sides.minus[0] - 20;
    apart += sides.plus[0] != sides.minus[0];
    spsa.take(0);
  }
  EXPECT_NEAR(static_cast<double>(plus) / still.iterations, 0, 0.05);
  EXPECT_NEAR(static_cast<double>(minus) / still.iterations, 0, 0.05);
  EXPECT_GT(apart, 2000);
  EXPECT_EQ(spsa.best(), std::vector{20});
}

// The values that an iteration perturbs are those before the iterations that are played at once.
TEST(Spsa, LooksBackAsFarAsItMay) {
  SpsaPlan late = plan(5, 8);
  Spsa spsa(late), later(late);
  for (int i = 0; i < 5; ++i) spsa.take(0.5);
  const Spsa::Sides known = spsa.sides(12);
  for (int i = 0; i < 12; ++i) later.take(i < 5 ? 0.5 : -1);
  EXPECT_EQ(later.sides(12).plus, known.plus);
  EXPECT_EQ(later.sides(12).minus, known.minus);
  EXPECT_THROW((void)spsa.sides(13), std::out_of_range);
}

// Two iterations by hand.
TEST(Spsa, MovesByTheFormula) {
  SpsaPlan two = {.parameters = {{10, 0, 20, 2}}, .iterations = 2, .rate = 0.5, .key = 1};
  Spsa spsa(two);
  spsa.take(1);
  // c = 2 · 2^(1/8), a = 0.5 · (2.2 / 1.2)^(5/8)
  const double c = 2 * std::pow(2, 0.125), a = 0.5 * std::pow(2.2 / 1.2, 0.625);
  EXPECT_NEAR(std::abs(spsa.values_after(1)[0] - 10), a * c, 1e-12);
  spsa.take(-0.25);
  EXPECT_NEAR(std::abs(spsa.values_after(2)[0] - spsa.values_after(1)[0]), 0.25 * 0.5 * 2, 1e-12);
}

}  // namespace
}  // namespace hilltop::rating::spsa_test
