// Moves and views as numbers.
#include "games/pazaak/actions.hpp"

#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/pazaak/text.hpp"
#include "match/action_laws.hpp"

namespace hilltop::pazaak::actions_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

TEST(Actions, KeepTheLaws) {
  for (const std::int64_t cards : {0, 4, 10}) {
    const Rules rules = Rules::under("koth", {{"side_cards", cards}}).value();
    for (std::uint64_t seed = 0; seed < (sanitized ? 20u : 200u); ++seed)
      check_actions<Actions, Rules, Text>(rules, 2, seed, expect);
  }
}

TEST(Actions, HaveTheWordsOfTheProtocol) {
  const Rules rules = Rules::under("koth", {}).value();
  EXPECT_EQ(Actions::name(rules, 0), "END");
  EXPECT_EQ(Actions::name(rules, 1), "STAND");
  EXPECT_EQ(Actions::name(rules, 6), "PLAY 5");
}

}  // namespace
}  // namespace hilltop::pazaak::actions_test
