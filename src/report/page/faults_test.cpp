#include <gtest/gtest.h>

#include "arena/run.hpp"
#include "report/page/parts.hpp"

namespace hilltop::report {
namespace {

struct Bots {
  arena::Contest contest =
      arena::contest_of(
          "[contest]\ngame = \"pazaak\"\n[format]\nkind = \"round-robin\"\n", "the test",
          {{"kid", "kid", arena::HousePlayer{"kid"}}, {"bold", "bold", arena::HousePlayer{"bold"}}})
          .value();
  arena::ContestReport report = arena::run_contest(contest, {});
};

TEST(Overload, IsToldWithTheCommandThatPlaysAgain) {
  const Bots bots;
  const Summary summary = summary_of(bots.contest, "the test", bots.report);
  std::vector<FaultGroup> groups{{0, FaultKind::timeout, 20, 0}, {1, FaultKind::crashed, 5, 0}};
  EXPECT_EQ(overload_of(summary, groups), "");
  groups[0].overloaded = 3;
  const std::string told = overload_of(summary, groups);
  EXPECT_NE(told.find("3 of 20 timeouts may be"), std::string::npos) << told;
  EXPECT_NE(told.find("hilltop run &#39;the test&#39; --again timeouts"), std::string::npos)
      << told;
}

TEST(Faults, WithoutAKeptOneAreCounted) {
  const Bots bots;
  const Summary summary = summary_of(bots.contest, "test", bots.report);
  const std::vector<FaultGroup> groups{{0, FaultKind::timeout, 1200, 3}};
  const std::string told = faults_of(summary, groups, {});
  EXPECT_NE(told.find(">1,200</td>"), std::string::npos) << told;
  EXPECT_NE(told.find("machine overloaded"), std::string::npos) << told;
  EXPECT_EQ(told.find("<details>"), std::string::npos) << told;
}

}  // namespace
}  // namespace hilltop::report
