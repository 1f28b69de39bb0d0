// Moves and views as numbers.
#include "games/gomoku/actions.hpp"

#include <gtest/gtest.h>

#include "games/gomoku/text.hpp"
#include "match/action_laws.hpp"

namespace hilltop::gomoku::actions_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

TEST(Actions, KeepTheLaws) {
  for (const char* set : {"koth", "swap2", "freestyle", "standard", "renju"}) {
    const Rules rules = Rules::under(set, {}).value();
    check_actions<Actions, Rules, Text>(rules, 2, /*seed=*/1, expect);
  }
}

TEST(Actions, KeepTheLawsOnALargerBoardAndFromOpenings) {
  const Rules large = Rules::under("freestyle", {{"size", std::int64_t{20}}}).value();
  check_actions<Actions, Rules, Text>(large, 2, 1, expect);
  const Rules opened =
      Rules::under("koth", {{"openings", std::vector<std::int64_t>{707, 808, 709, -1}}}).value();
  check_actions<Actions, Rules, Text>(opened, 2, 1, expect);
}

// An opening is three points in a row, and the board shows those that were chosen.
TEST(Actions, OfAMoveThatLaysSeveralStones) {
  const Rules rules = Rules::under("koth", {}).value();
  const State state = rules.start(2, Chance(1, 0));
  Actions::Begun begun;
  EXPECT_FALSE(Actions::take(rules, state, begun, 7 * 15 + 7));
  EXPECT_FALSE(Actions::take(rules, state, begun, 0));
  std::vector<ViewNumber> seen(15 * 15 + 5);
  Actions::write(rules, state, Seat(0), begun, seen);
  EXPECT_EQ(seen[0], 1);
  EXPECT_EQ(seen[7 * 15 + 7], 1);
  std::vector<std::uint8_t> legal(static_cast<std::size_t>(Actions::count(rules)));
  Actions::mark_legal(rules, state, begun, legal);
  EXPECT_EQ(legal[0], 0);
  EXPECT_EQ(legal[1], 1);
  const auto open = Actions::take(rules, state, begun, 8);
  EXPECT_EQ(open, Move(Open{{7, 7}, {0, 0}, {0, 8}}));
}

}  // namespace
}  // namespace hilltop::gomoku::actions_test
