#include "runner/policy.hpp"

#include <gtest/gtest.h>

namespace hilltop::runner::policy_test {
namespace {

constexpr std::uint64_t mb = 1 << 20;

TEST(Limits, OfAContestReplaceThoseOfThePolicy) {
  const Policy set =
      with({}, {.memory_mb = 4096, .processes = 100, .cpu_s = 9, .disk_mb = 7, .files = 5});
  EXPECT_EQ(set.memory_bytes, 4096 * mb);
  EXPECT_EQ(set.processes, 100);
  EXPECT_EQ(set.cpu_s, 9);
  EXPECT_EQ(set.room, (Room{7 * mb, 5, folder_depth_max}));
  const Policy none = with(set, {});
  EXPECT_EQ(none.memory_bytes, set.memory_bytes);
  EXPECT_EQ(none.cpu_s, set.cpu_s);
  EXPECT_EQ(none.room, set.room);
}

TEST(Limits, OfABotOnlyLower) {
  const Policy contest =
      with({}, {.memory_mb = 256, .processes = 8, .cpu_s = 9, .disk_mb = 70, .files = 50});
  const Policy low =
      lowered(contest, {.memory_mb = 64, .processes = 2, .cpu_s = 1, .disk_mb = 7, .files = 5});
  EXPECT_EQ(low.memory_bytes, 64 * mb);
  EXPECT_EQ(low.processes, 2);
  EXPECT_EQ(low.cpu_s, 1);
  EXPECT_EQ(low.room, (Room{7 * mb, 5, folder_depth_max}));
  const Policy high =
      lowered(contest, {.memory_mb = 512, .processes = 9, .cpu_s = 10, .disk_mb = 71, .files = 51});
  EXPECT_EQ(high.memory_bytes, contest.memory_bytes);
  EXPECT_EQ(high.processes, contest.processes);
  EXPECT_EQ(high.cpu_s, contest.cpu_s);
  EXPECT_EQ(high.room, contest.room);
  EXPECT_EQ(lowered(Policy{}, {.cpu_s = 10}).cpu_s, 10);
}

}  // namespace
}  // namespace hilltop::runner::policy_test
