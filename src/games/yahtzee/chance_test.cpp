// The dice as chance events.
#include <gtest/gtest.h>

#include "games/yahtzee/chance_events.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/text.hpp"
#include "match/chance_laws.hpp"

namespace hilltop::yahtzee::chance_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };
constexpr double deviations_max = 4.5;

TEST(ChanceEvents, AreThoseOfTheRules) {
  FallenOutcomes fallen;
  for (const RuleSet& set : rule_sets)
    for (const int seats : {1, 2, 6})
      for (std::uint64_t seed = 0; seed < (sanitized ? 2 : 10); ++seed) {
        check_chance<ChanceEvents, Rules, Text>(rules_of(set.name), seats, seed, fallen, expect);
        check_chance<ChanceEvents, Rules, Text>(rules_of(set.name), seats, seed, fallen, expect,
                                                static_cast<int>(seed) % seats);
      }
  EXPECT_LT(fallen.deviations(), deviations_max);
}

TEST(RollOutcomes, AreAllOrdersOfTheDice) {
  for (int keep = 0; keep < keeps_all; ++keep) {
    double sum = 0;
    for (const auto& [roll, chance] : roll_outcomes(keep)) {
      sum += chance;
    }
    EXPECT_NEAR(sum, 1, 1e-13) << keep;
  }
  for (const auto& [roll, chance] : roll_outcomes(0))
    EXPECT_NEAR(chance, keeps.ways(roll) / double{outcomes}, 1e-15) << roll;
  const int four_sixes = keeps.number(KeepCounts{0, 0, 0, 0, 0, 4});
  EXPECT_EQ(roll_outcomes(four_sixes).size(), 6u);
  const int five_sixes = keeps.number(KeepCounts{0, 0, 0, 0, 0, 5});
  ASSERT_EQ(roll_outcomes(five_sixes).size(), 1u);
  EXPECT_EQ(roll_outcomes(five_sixes)[0].roll, five_sixes);
}

}  // namespace
}  // namespace hilltop::yahtzee::chance_test
