#include "server/contests/contests.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace hilltop::server::contests_test {
namespace {

struct DeafChannel final : Channel {
  void show(std::shared_ptr<const std::string>) override {}
  void tell(std::string) override {}
  void close() override {}
  void refuse() override {}
};

class ContestsOfNoStore : public ::testing::Test {
 protected:
  EventLog log_{/*json=*/false};
  Background background_{1};
  Contests contests_{std::filesystem::path(::testing::TempDir()) / "no-such.db", background_, log_,
                     /*hides_errors=*/false};
};

TEST_F(ContestsOfNoStore, NothingIsKeptOfNamesThatAreAskedFor) {
  for (int i = 0; i < 100; ++i) {
    const std::string name(1900, static_cast<char>('a' + i % 26));
    EXPECT_EQ(contests_.show(name).status, 404);
    EXPECT_EQ(contests_.follow(name + std::to_string(i), /*expected=*/false).status, 404);
  }
  EXPECT_EQ(contests_.kept(), 0U);
}

TEST_F(ContestsOfNoStore, AnExpectedContestIsForgottenWithItsLastFollower) {
  const Response first = contests_.follow("spring", /*expected=*/true);
  ASSERT_EQ(first.status, 200);
  const auto peer = first.stays(std::make_shared<DeafChannel>());
  const auto other = first.stays(std::make_shared<DeafChannel>());
  peer->gone();
  EXPECT_EQ(contests_.kept(), 1U);
  other->gone();
  background_.finish();
  EXPECT_EQ(contests_.kept(), 0U);
}

}  // namespace
}  // namespace hilltop::server::contests_test
