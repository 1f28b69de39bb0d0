#include "tournament/hill.hpp"

#include <gtest/gtest.h>

#include "tournament/scripted.hpp"

namespace hilltop::tournament::hill_test {
namespace {

const Plan one_set{.format = Format::hill, .sets_to_win = 1};

std::vector<EntryId> places(Scripted arena, int bots, const Plan& plan = one_set) {
  return conclude(plan, field_of(bots), arena).standings.places;
}

TEST(Hill, AnUnbeatenChampionMeetsAllInTheirOrder) {
  Scripted arena = by_seed();
  const Concluded c = conclude(one_set, field_of(4), arena);
  const std::vector<Fixture> expected{{{0, 1}, 0, 1}, {{0, 2}, 0, 1}, {{0, 3}, 0, 1}};
  EXPECT_EQ(arena.played, expected);
  EXPECT_EQ(c.standings.rounds.size(), 3u);
  EXPECT_EQ(c.standings.places, (std::vector<EntryId>{0, 3, 2, 1})) << "who fell later is higher";
  EXPECT_EQ(ranks(c, one_set), (Ranks{{0, 1}, {3, 2}, {2, 3}, {1, 4}}));
}

TEST(Hill, TheWinnerIsTheChampion) {
  EXPECT_EQ(places(of_strength({1, 2, 3, 4}), 4), (std::vector<EntryId>{3, 2, 1, 0}));
}

TEST(Hill, MoreMeetingsWonRankHigherThanALaterFall) {
  // 1 takes the hill from 0 and holds it against 2 and 3; 4 takes it and falls to 5.
  EXPECT_EQ(places(of_strength({2, 3, 1, 1, 4, 5}), 6), (std::vector<EntryId>{5, 1, 4, 3, 2, 0}));
}

TEST(Hill, TheChampionCanBeNamed) {
  Plan plan = one_set;
  plan.champion = 2;
  Scripted arena = by_seed();
  const Concluded c = conclude(plan, field_of(3), arena);
  EXPECT_EQ(arena.played[0].entries, (std::vector<EntryId>{0, 2}));
  EXPECT_EQ(c.standings.rounds[0].meetings[0].a, 2);
  EXPECT_EQ(c.standings.places, (std::vector<EntryId>{0, 1, 2}));
}

TEST(Hill, IfTheNamedChampionIsDisqualifiedTheFirstIsChampion) {
  Plan plan = one_set;
  plan.champion = 2;
  Field field = field_of(3);
  field.entries = {0, 1};
  Scripted arena = by_seed();
  EXPECT_EQ(conclude(plan, field, arena).standings.rounds[0].meetings[0].a, 0);
}

TEST(Hill, ATiedMeetingLeavesTheChampion) {
  Scripted arena = all_tied();
  const Concluded c = conclude(one_set, field_of(2), arena);
  EXPECT_EQ(arena.played.size(), static_cast<std::size_t>(sets_max));
  EXPECT_EQ(c.standings.places, (std::vector<EntryId>{0, 1}));
}

TEST(Hill, AMeetingCanTakeMoreSets) {
  Plan plan = one_set;
  plan.sets_to_win = 2;
  Scripted arena{[](EntryId e, std::uint32_t game) { return game == 0 ? -e : e; }, {}};
  const Concluded c = conclude(plan, field_of(2), arena);
  EXPECT_EQ(arena.played.size(), 3u);
  EXPECT_EQ(c.standings.places, (std::vector<EntryId>{1, 0}));
}

TEST(Hill, OneBotIsTheChampionAndAnEmptyFieldHasNone) {
  EXPECT_EQ(places(by_seed(), 1), std::vector<EntryId>{0});
  EXPECT_TRUE(places(by_seed(), 0).empty());
}

}  // namespace
}  // namespace hilltop::tournament::hill_test
