// The runs of contests that a store keeps, of every kind.
#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "store/each_store_for_test.hpp"
#include "store/store.hpp"

namespace hilltop::store::runs_test {
namespace {

using Access = Store::Access;

// A start of the same contest with the same bots is the same run.
TEST_P(EachStore, KeepsARunForEachListOfBots) {
  Store store = open();
  ContestRow cup{key(1), "cup", "file", "1", 7, fixture_row().bots};
  cup.times = {100, 100};
  cup.typed_switches = {"move_ms=500", "side_cards=5"};
  store.put(cup);
  ContestRow others = cup;
  others.bots[1].content = key(102);
  others.times = {200, 200};
  store.put(others);
  std::ranges::reverse(others.bots);  // the order of submission decides ties
  store.put(others);
  cup.times = {300, 300};
  store.put(cup);
  const std::vector<ContestRow> runs = store.runs();
  ASSERT_EQ(runs.size(), 3u);
  EXPECT_EQ(runs[0].bots, cup.bots);
  EXPECT_EQ(runs[0].number, 1u);
  EXPECT_EQ(runs[0].times.began, 100);
  EXPECT_EQ(runs[0].times.latest, 300);
  EXPECT_EQ(runs[0].typed_switches, cup.typed_switches);
  EXPECT_TRUE(runs[0].is_latest);
  EXPECT_EQ(runs[1].bots, others.bots);
  EXPECT_EQ(runs[1].number, 3u);
  EXPECT_FALSE(runs[1].is_latest);
  EXPECT_EQ(runs[2].number, 2u);
  for (const ContestRow& run : runs) EXPECT_EQ(run.damage, "");
  ASSERT_EQ(store.contests().size(), 1u);
  EXPECT_EQ(store.contests()[0].bots, cup.bots);
}

TEST_P(EachStore, AnEditedTimeOrSwitchOfARunIsDamage) {
  for (const char* const change :
       {"UPDATE contest SET began = 5", "UPDATE contest SET latest = latest + 1",
        "UPDATE contest SET switches = 'move_ms=1' || char(10)"}) {
    drop();
    {
      ContestRow cup{key(1), "cup", "file", "1", 7, fixture_row().bots};
      cup.times = {100, 100};
      open().put(cup);
    }
    sql(change);
    EXPECT_NE(open(Access::read).runs().at(0).damage, "") << change;
    open().put(ContestRow{key(1), "cup", "file", "1", 7, {}});
    EXPECT_EQ(open(Access::read).runs().size(), 1u) << change;  // nobody could show the other
  }
}

TEST_P(EachStore, MergesTheRunsOfContestsThatItLacks) {
  Store theirs = open(Access::create, "theirs");
  ContestRow cup{key(1), "cup", "file", "1", 7, fixture_row().bots};
  cup.times = {100, 100};
  theirs.put(cup);
  cup.bots[1].content = key(102);
  cup.times = {200, 200};
  theirs.put(cup);
  Store ours = open();
  ours.merge(theirs);
  ours.merge(theirs);
  const std::vector<ContestRow> runs = ours.runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].bots, cup.bots);
  EXPECT_EQ(runs[0].times.began, 200);
  EXPECT_EQ(runs[1].times.began, 100);
  Store fresh = open(Access::create, "fresh");
  ContestRow today = cup;
  today.bots.pop_back();
  fresh.put(today);
  fresh.merge(theirs);  // which bots are entered now stays
  EXPECT_EQ(fresh.contests().at(0).bots, today.bots);
}

}  // namespace
}  // namespace hilltop::store::runs_test
