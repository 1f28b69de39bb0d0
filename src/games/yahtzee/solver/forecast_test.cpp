#include "games/yahtzee/solver/forecast.hpp"

#include <gtest/gtest.h>
#include <numeric>

#include "games/yahtzee/solver/distributions_for_test.hpp"

namespace hilltop::yahtzee::forecast_test {
namespace {

const Known& known() { return distribution_of("cab201-basic"); }

const Forecast& forecast() {
  static const Forecast forecast(known().growth);
  return forecast;
}

double chance_of_more(const TotalDistribution& distribution, int total) {
  return distribution.at_least(total + 1);
}

class OfTotals : public testing::Test {
 protected:
  void SetUp() override {
    if (sanitized) GTEST_SKIP() << "takes long with sanitizers";
  }
};

using Forecasts = OfTotals;

// Thirteen turns of growth give the distribution of totals.
TEST_F(Forecasts, GrowthEndsInTheDistribution) {
  const auto& [distribution, growth] = known();
  std::vector<double> ends(totals_told);
  for (int total = 0; total < totals_told; ++total)
    for (int gain = 0; gain < gains_told; ++gain)
      if (const double chance = growth.gains(boxes_on_card - 1, total)[gain]; chance > 0)
        ends[static_cast<std::size_t>(total + gain)] += chance;
  for (std::size_t total = 0; total < distribution.chance.size(); ++total)
    EXPECT_NEAR(ends[total], distribution.chance[total], 1e-12) << total;
}

TEST_F(Forecasts, BeginWithTheLaw) {
  const auto& [distribution, growth] = known();
  const std::array<int, 1> one{0};
  const double level = forecast().level({one});
  EXPECT_GE(chance_of_more(distribution, static_cast<int>(level) - 1), 0.5);
  EXPECT_LE(chance_of_more(distribution, static_cast<int>(level) + 1), 0.5);
  for (const int total : {100, 200, 250, 300, 350})
    EXPECT_NEAR(forecast().share({one}, total),
                1 - chance_of_more(distribution, total) -
                    distribution.chance[static_cast<std::size_t>(total)] / 2,
                1e-5);
}

// Each of n equal players has a share of 1/n.
TEST_F(Forecasts, AreFairAmongEqualPlayers) {
  const auto& [distribution, growth] = known();
  for (const std::size_t seats : {2u, 6u, 64u}) {
    const std::vector<int> others(seats - 1, 0);
    double share = 0;
    for (std::size_t total = 0; total < distribution.chance.size(); ++total)
      share += distribution.chance[total] * forecast().share({others}, static_cast<int>(total));
    EXPECT_NEAR(share, 1. / static_cast<double>(seats), 1e-5);
  }
}

TEST_F(Forecasts, EndWithTheTotalsReached) {
  const std::array<int, 3> totals{240, 260, 260};
  const Others over{totals, boxes_on_card};
  EXPECT_DOUBLE_EQ(forecast().level(over), 260);
  EXPECT_EQ(forecast().share(over, 259), 0);
  EXPECT_DOUBLE_EQ(forecast().share(over, 260), 1. / 3);
  EXPECT_EQ(forecast().share(over, 261), 1);
}

TEST_F(Forecasts, LevelRisesWithTheTotals) {
  for (int turns = 1; turns < boxes_on_card; ++turns) {
    double last = 0;
    for (int total = 0; total < 300; total += 20) {  // includes totals far from common ones
      const std::array<int, 2> totals{100, total};
      const double level = forecast().level({totals, turns});
      EXPECT_GE(level, last) << turns << ' ' << total;
      EXPECT_GE(level, total);
      last = level;
    }
  }
}

// A total after seven turns promises less than after six; if some have moved it is in between.
TEST_F(Forecasts, LevelDependsOnTheShareThatHasMoved) {
  const std::array<int, 2> totals{130, 110};
  const double none = forecast().level({totals, 6}), some = forecast().level({totals, 6, 0.5}),
               all = forecast().level({totals, 7});
  EXPECT_GT(none, some);
  EXPECT_GT(some, all);
  EXPECT_DOUBLE_EQ(forecast().level({totals, 6, 1}), all);
}

TEST_F(Forecasts, StepsLeadFromTheStartToTheBestTotal) {
  const auto& [distribution, growth] = known();
  const LevelDistribution levels = level_distribution(forecast(), growth, 1);
  double mean = levels.start;
  for (const Steps& steps : levels.steps) {
    EXPECT_NEAR(std::accumulate(steps.chance.begin(), steps.chance.end(), 0.), 1, 1e-5);
    for (std::size_t i = 0; i < steps.chance.size(); ++i)
      mean += (steps.lowest + static_cast<double>(i)) * static_cast<double>(steps.chance[i]);
  }
  // Over a million games the mean has a standard error of 0.04.
  EXPECT_NEAR(mean, distribution.mean(), 0.2);
}

}  // namespace
}  // namespace hilltop::yahtzee::forecast_test
