#include "arena/pool.hpp"

#include <atomic>
#include <gtest/gtest.h>
#include <stdexcept>
#include <thread>

#include "core/no_threads_for_test.hpp"

namespace hilltop::arena::pool_test {
namespace {

constexpr auto nothing = [](std::size_t) { return std::span<const int>(); };

class Pool : public testing::TestWithParam<int> {
 protected:
  int workers() const { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Workers, Pool, testing::Values(1, 2, 8));

TEST_P(Pool, HandsResultsOnInOrder) {
  std::vector<std::size_t> order;
  std::vector<int> results;
  work_in_order(
      1000, workers(), nothing, [](std::size_t i) { return static_cast<int>(i * i % 997); },
      [&](std::size_t i, int result) {
        order.push_back(i);
        results.push_back(result);
        return true;
      });
  ASSERT_EQ(order.size(), 1000u);
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(order[i], i);
    EXPECT_EQ(results[i], static_cast<int>(i * i % 997));
  }
}

TEST_P(Pool, HasNothingToDoWithoutTasks) {
  work_in_order(
      0, workers(), nothing, [](std::size_t) -> int { throw std::logic_error("no task"); },
      [](std::size_t, int) -> bool { throw std::logic_error("no result"); });
}

// Task i claims things i % 3 and 3 + i % 2: each is held by one task at a time, in order.
TEST_P(Pool, ClaimsAreExclusiveAndInOrder) {
  constexpr std::size_t tasks = 600;
  std::vector<std::array<int, 2>> claimed(tasks);
  for (std::size_t i = 0; i < tasks; ++i)
    claimed[i] = {static_cast<int>(i % 3), 3 + static_cast<int>(i % 2)};
  std::array<std::atomic<int>, 5> held{};
  std::array<std::vector<std::size_t>, 5> order;  // guarded by the claim itself
  std::atomic<bool> shared = false;
  work_in_order(
      tasks, workers(), [&](std::size_t i) { return std::span<const int>(claimed[i]); },
      [&](std::size_t i) {
        for (const int claim : claimed[i]) {
          const auto c = static_cast<std::size_t>(claim);
          if (held[c]++ != 0) shared = true;
          order[c].push_back(i);
        }
        std::this_thread::yield();
        for (const int claim : claimed[i]) --held[static_cast<std::size_t>(claim)];
        return 0;
      },
      [](std::size_t, int) { return true; });
  EXPECT_FALSE(shared);
  for (const auto& of_claim : order) EXPECT_TRUE(std::ranges::is_sorted(of_claim));
  EXPECT_EQ(order[0].size(), tasks / 3);
}

TEST_P(Pool, WhatWorkThrowsComesOut) {
  std::size_t consumed = 0;
  try {
    work_in_order(
        1000, workers(), nothing,
        [](std::size_t i) {
          if (i == 40) throw std::runtime_error("task 40");
          return i;
        },
        [&](std::size_t i, std::size_t) {
          EXPECT_EQ(i, consumed++);
          return true;
        });
    ADD_FAILURE() << "nothing came out";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "task 40");
  }
  EXPECT_LE(consumed, 40u);
}

TEST_P(Pool, WhatConsumeThrowsComesOut) {
  std::size_t consumed = 0;
  const auto run = [&] {
    work_in_order(
        1000, workers(), nothing, [](std::size_t i) { return i; },
        [&](std::size_t i, std::size_t) {
          if (i == 30) throw std::runtime_error("result 30");
          ++consumed;
          return true;
        });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_EQ(consumed, 30u);
}

TEST_P(Pool, StopsWhenToldTo) {
  std::vector<std::size_t> consumed;
  work_in_order(
      1000, workers(), nothing, [](std::size_t i) { return i; },
      [&](std::size_t i, std::size_t) {
        consumed.push_back(i);
        return i < 7;
      });
  EXPECT_EQ(consumed, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(PoolAlone, DoesAllTasksIfTheSystemGivesNoThreads) {
  const NoThreads none;
  std::size_t consumed = 0;
  work_in_order(
      100, 8, nothing, [](std::size_t i) { return i; },
      [&](std::size_t i, std::size_t) {
        EXPECT_EQ(i, consumed++);
        return true;
      });
  EXPECT_EQ(consumed, 100u);
}

// The first task lasts until all tasks that may begin during it have begun; no more do.
TEST(PoolAhead, ResultsThatWaitAreBounded) {
  std::atomic<std::size_t> others = 0, beyond = 0;
  std::atomic<bool> first_is_done = false;
  work_in_order(
      3 * tasks_ahead_max, 4, nothing,
      [&](std::size_t i) {
        if (i != 0) {
          if (i >= tasks_ahead_max && !first_is_done) ++beyond;
          ++others;
          others.notify_all();
          return 0;
        }
        for (auto seen = others.load(); seen < tasks_ahead_max - 1; seen = others.load())
          others.wait(seen);
        first_is_done = true;
        return 0;
      },
      [](std::size_t, int) { return true; });
  EXPECT_EQ(beyond, 0u);
  EXPECT_EQ(others, 3 * tasks_ahead_max - 1);
}

}  // namespace
}  // namespace hilltop::arena::pool_test
