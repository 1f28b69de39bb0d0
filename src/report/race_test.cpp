#include "report/race.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace hilltop::report::race_test {
namespace {

using tournament::Result;
using tournament::Stage;

Result meeting(std::vector<tournament::EntryId> entries, Stage stage = Stage::main) {
  Result result;
  result.fixture.entries = std::move(entries);
  result.fixture.stage = stage;
  return result;
}

std::vector<Result> round_robin(int bots) {
  std::vector<Result> results;
  for (int a = 0; a < bots; ++a)
    for (int b = a + 1; b < bots; ++b) results.push_back(meeting({a, b}));
  return results;
}

TEST(Race, HasEachBotOnceInALap) {
  using Laps = std::vector<std::vector<std::size_t>>;
  // 0-1 0-2 0-3 1-2 1-3 2-3
  EXPECT_EQ(laps_of(round_robin(4), false), (Laps{{2, 3}, {0, 5}, {1, 4}}));
}

TEST(Race, LeavesPlayOffsOut) {
  const std::vector<Result> results{meeting({0, 1}), meeting({0, 1}, Stage::play_off)};
  EXPECT_EQ(laps_of(results, false).size(), 1U);
}

TEST(Race, KeepsTheRoundsOfASwissTournament) {
  using Laps = std::vector<std::vector<std::size_t>>;
  const std::vector<Result> results{meeting({0, 1}), meeting({2, 3}), meeting({0, 2}),
                                    meeting({1, 3})};
  EXPECT_EQ(laps_of(results, true), (Laps{{0, 1}, {2, 3}}));
}

RC_GTEST_PROP(Race, HasEachPairingOnce, ()) {
  const int bots = *rc::gen::inRange(2, 40);
  const std::vector<Result> results = round_robin(bots);
  const auto laps = laps_of(results, false);
  RC_ASSERT(laps.size() == static_cast<std::size_t>(bots - (bots + 1) % 2));  // no bot waits
  std::set<std::size_t> seen;
  for (const std::vector<std::size_t>& lap : laps) {
    std::set<tournament::EntryId> playing;
    for (const std::size_t i : lap) {
      RC_ASSERT(seen.insert(i).second);
      for (const tournament::EntryId entry : results[i].fixture.entries)
        RC_ASSERT(playing.insert(entry).second);
    }
  }
  RC_ASSERT(seen.size() == results.size());
}

}  // namespace
}  // namespace hilltop::report::race_test
