#include <gtest/gtest.h>

#include "tournament/scripted.hpp"

namespace hilltop::tournament::gauntlet_test {
namespace {

Plan gauntlet(std::vector<EntryId> challengers) {
  return {.format = Format::gauntlet, .games = 1, .challengers = std::move(challengers)};
}

TEST(Gauntlet, EachChallengerMeetsEachNonChallenger) {
  Scripted arena = by_seed();
  conclude(gauntlet({1, 3}), field_of(5), arena);
  const std::vector<Fixture> expected{{{0, 1}, 0, 1}, {{0, 3}, 0, 1}, {{1, 2}, 0, 1},
                                      {{1, 4}, 0, 1}, {{2, 3}, 0, 1}, {{3, 4}, 0, 1}};
  EXPECT_EQ(arena.played, expected);
}

TEST(Gauntlet, RanksByTheAveragePerMeeting) {
  // 2 challenges and beats 3 and 4 only: half of its meetings. 0 and 1 won all their meetings.
  Scripted arena = by_seed();
  const Plan plan = gauntlet({2});
  const Concluded c = conclude(plan, field_of(5), arena);
  EXPECT_EQ(ranks(c, plan), (Ranks{{0, 1}, {1, 1}, {2, 3}, {3, 4}, {4, 4}}));
  EXPECT_EQ(table(c.standings, c.field, plan)[2].points, 2) << "but the table shows the points";
}

TEST(Gauntlet, SharesAreComparedExactly) {
  // 0 challenges and beats only 4: 1 of 3. 1 challenges too and beats 3 and 4: 2 of 3. Of its two
  // meetings 2 wins both, 3 wins one and 4 none.
  const Plan plan = gauntlet({0, 1});
  EXPECT_EQ(ranks(conclude(plan, field_of(5), of_strength({2, 4, 5, 3, 1})), plan),
            (Ranks{{2, 1}, {1, 2}, {3, 3}, {0, 4}, {4, 5}}));
}

TEST(Gauntlet, SharesBelowNothingAreComparedExactly) {
  // A loss costs 1. 0 challenges, beats 1 and loses to 2 and 3: −2/3. 1 has −1/1.
  Plan plan = gauntlet({0});
  plan.points = {0, 0, -1};
  EXPECT_EQ(ranks(conclude(plan, field_of(4), of_strength({1, 0, 2, 3})), plan),
            (Ranks{{2, 1}, {3, 1}, {0, 3}, {1, 4}}));
}

TEST(Gauntlet, WithoutChallengersOrOthersNothingIsPlayed) {
  for (const std::vector<EntryId>& left : {std::vector<EntryId>{0}, {1, 2}, {}}) {
    Field field = field_of(3);
    field.entries = left;
    Scripted arena = by_seed();
    const Plan plan = gauntlet({0});
    const Concluded c = conclude(plan, field, arena);
    EXPECT_TRUE(arena.played.empty());
    for (const auto& [entry, rank] : ranks(c, plan)) EXPECT_EQ(rank, 1) << entry;
  }
}

}  // namespace
}  // namespace hilltop::tournament::gauntlet_test
