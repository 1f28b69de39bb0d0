// Moves and views as numbers.
#include "games/pig/actions.hpp"

#include <gtest/gtest.h>

#include "games/pig/text.hpp"
#include "match/action_laws.hpp"

namespace hilltop::pig::actions_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

TEST(Actions, KeepTheLaws) {
  for (const std::int64_t target : {10, 100, 200}) {
    const Rules rules = Rules::under("standard", {{"target", target}}).value();
    for (const int seats : {2, 5, 10})
      for (std::uint64_t seed = 0; seed < 5; ++seed)
        check_actions<Actions, Rules, Text>(rules, seats, seed, expect);
  }
}

}  // namespace
}  // namespace hilltop::pig::actions_test
