// Moves and views as numbers.
#include "games/yahtzee/actions.hpp"

#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/yahtzee/text.hpp"
#include "match/action_laws.hpp"

namespace hilltop::yahtzee::actions_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

TEST(Actions, KeepTheLaws) {
  for (const RuleSet& set : rule_sets) {
    const Rules rules = Rules::under(set.name, {}).value();
    for (const int seats : {1, 2, 6})
      for (std::uint64_t seed = 0; seed < (sanitized ? 1u : 10u); ++seed)
        check_actions<Actions, Rules, Text>(rules, seats, seed, expect);
  }
}

TEST(Actions, HaveTheWordsOfTheProtocol) {
  const Rules rules = Rules::under("koth", {}).value();
  EXPECT_EQ(Actions::name(rules, 0), "keep");
  EXPECT_EQ(Actions::name(rules, 0b10101), "keep 0 2 4");
  EXPECT_EQ(Actions::name(rules, 32), "score aces");
  EXPECT_EQ(Actions::name(rules, 44), "score chance");
}

}  // namespace
}  // namespace hilltop::yahtzee::actions_test
