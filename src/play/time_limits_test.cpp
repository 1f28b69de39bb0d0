#include "play/time_limits.hpp"

#include <gtest/gtest.h>

namespace hilltop::play::time_limits_test {
namespace {

using namespace std::chrono_literals;

TEST(TimeLimits, AreWithinOthers) {
  const TimeLimits most{.move_ms = 400ms, .start_ms = 6000ms, .game_ms = 0ms, .move_nodes = 9};
  const TimeLimits unset = within({}, most);
  EXPECT_EQ(unset.move_ms, 400ms);
  EXPECT_EQ(unset.start_ms, 5000ms);
  EXPECT_EQ(unset.game_ms, 0ms);
  EXPECT_EQ(unset.move_nodes, 9) << "no limit is more than any";
  const TimeLimits set =
      within({.move_ms = 60s, .start_ms = 60s, .game_ms = 60s, .move_nodes = 8}, most);
  EXPECT_EQ(set.move_ms, 400ms);
  EXPECT_EQ(set.start_ms, 6000ms);
  EXPECT_EQ(set.game_ms, 60s) << "where nothing is the most";
  EXPECT_EQ(set.move_nodes, 8);
}

}  // namespace
}  // namespace hilltop::play::time_limits_test
