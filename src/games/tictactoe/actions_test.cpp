// Moves and views as numbers.
#include "games/tictactoe/actions.hpp"

#include <gtest/gtest.h>

#include "games/tictactoe/text.hpp"
#include "match/action_laws.hpp"

namespace hilltop::tictactoe::actions_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

TEST(Actions, KeepTheLaws) {
  for (std::uint64_t seed = 0; seed < 50; ++seed)
    check_actions<Actions, Rules, Text>(Rules{}, 2, seed, expect);
}

TEST(Actions, AMarkIsMineOrTheirs) {
  State state = Rules::start(2, Chance(1, 0));
  Rules::apply(state, {5}, Chance(1, 0));
  std::array<ViewNumber, cells> seen{};
  Actions::write(Rules{}, state, Seat(0), {}, seen);
  EXPECT_EQ(seen[4], 1);
  Actions::write(Rules{}, state, Seat(1), {}, seen);
  EXPECT_EQ(seen[4], 2);
}

}  // namespace
}  // namespace hilltop::tictactoe::actions_test
