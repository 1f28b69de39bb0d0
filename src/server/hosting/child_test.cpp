#include "server/hosting/child.hpp"

#include <csignal>
#include <future>
#include <gtest/gtest.h>

namespace hilltop::server::child_test {
namespace {

// The test is the program that a child runs: its own words are options of GoogleTest.
Child::Ended ended(std::vector<std::string> words,
                   std::optional<std::chrono::milliseconds> at_most = {}) {
  std::promise<Child::Ended> promise;
  const Child child(
      std::move(words), [&](const Child::Ended& end) { promise.set_value(end); }, at_most);
  return promise.get_future().get();
}

TEST(Child, SaysHowItEndedAndWhatItPrinted) {
  const Child::Ended end = ended({"--gtest_list_tests", "--gtest_filter=Child.Says*"});
  EXPECT_EQ(end.status, 0);
  EXPECT_FALSE(end.overdue);
  EXPECT_NE(end.out.find("SaysHowItEnded"), std::string::npos);
}

TEST(Child, IsInterruptedWhenItTakesTooLong) {
  const Child::Ended end = ended({"--gtest_filter=Secret.*", "--gtest_repeat=-1"},  // for ever
                                 std::chrono::milliseconds(1));
  EXPECT_EQ(end.status, 128 + SIGINT);
  EXPECT_TRUE(end.overdue);
}

// As in a server that a shell started in the background.
TEST(Child, IsInterruptedByAProgramThatIgnoresTheSignal) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  const Child::Ended end = ended({"--gtest_filter=Secret.*", "--gtest_repeat=-1"},  // for ever
                                 std::chrono::milliseconds(1));
  std::signal(SIGINT, before);
  EXPECT_EQ(end.status, 128 + SIGINT);
}

}  // namespace
}  // namespace hilltop::server::child_test
