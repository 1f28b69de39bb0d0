#include "core/threads.hpp"

#include <atomic>
#include <gtest/gtest.h>

#include "core/no_threads_for_test.hpp"

namespace hilltop::threads_test {
namespace {

TEST(Threads, AreAsManyAsWereAskedFor) {
  std::atomic<int> calls = 0;
  start_threads(3, [&] { ++calls; });
  EXPECT_EQ(calls, 3);
  EXPECT_TRUE(start_threads(0, [] {}).empty());
}

TEST(Threads, AreFewerIfTheSystemGivesNoMore) {
  {
    const NoThreads none;
    EXPECT_TRUE(start_threads(3, [] { ADD_FAILURE() << "a thread was started"; }).empty());
  }
  EXPECT_EQ(start_threads(1, [] {}).size(), 1);
}

}  // namespace
}  // namespace hilltop::threads_test
