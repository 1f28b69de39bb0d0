#include <gtest/gtest.h>

#include "tournament/scripted.hpp"

namespace hilltop::tournament::swiss_test {
namespace {

using Pairs = std::vector<std::pair<EntryId, EntryId>>;

Pairs pairs(const Round& round) {
  Pairs out;
  for (const Meeting& m : round.meetings) out.emplace_back(m.a, m.b);
  return out;
}

Plan swiss(int rounds = 0, std::uint32_t games = 1) {
  return {.format = Format::swiss,
          .games = games,
          .swiss_rounds = rounds,
          .points = {2, 1, 0},
          .tie_breaks = {TieBreak::buchholz, TieBreak::won},
          .seats_fewest = 2};
}

TEST(Swiss, TheUpperHalfOfEachGroupMeetsTheLower) {
  Scripted arena = by_seed();
  const Concluded c = conclude(swiss(), field_of(8), arena);
  ASSERT_EQ(c.standings.rounds.size(), 3u);
  EXPECT_EQ(pairs(c.standings.rounds[0]), (Pairs{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(pairs(c.standings.rounds[1]), (Pairs{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
  // 0 and 1 won both rounds, 2 to 5 one, 6 and 7 none.
  EXPECT_EQ(pairs(c.standings.rounds[2]), (Pairs{{0, 1}, {2, 4}, {3, 5}, {6, 7}}));
}

TEST(Swiss, TakesAsManyRoundsAsACup) {
  for (const auto& [bots, rounds] : {std::pair{2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}}) {
    Scripted arena = by_seed();
    EXPECT_EQ(conclude(swiss(), field_of(bots), arena).standings.rounds.size(),
              static_cast<std::size_t>(rounds))
        << bots << " bots";
  }
}

TEST(Swiss, TheByeGoesToTheLowestWithoutOneAndIsAWin) {
  Scripted arena = by_seed();
  const Concluded c = conclude(swiss(), field_of(5), arena);
  std::vector<std::optional<EntryId>> byes;
  for (const Round& round : c.standings.rounds) byes.push_back(round.bye);
  // 4 has 2 points for its bye; then 3 is the last: it lost to 1 and has had no bye.
  EXPECT_EQ(byes, (std::vector<std::optional<EntryId>>{4, 3, 2}));
  EXPECT_EQ(swiss_points(c.standings, 0, {2, 1, 0}), 6);
  for (const EntryId entry : {2, 3, 4})
    EXPECT_GE(swiss_points(c.standings, entry, {2, 1, 0}), 2) << entry;
  for (const Row& row : table(c.standings, c.field, swiss()))
    EXPECT_EQ(row.tally.games, row.entry < 2 ? 3 : 2) << "a bye is no game";
}

// More rounds than there are opponents.
TEST(Swiss, NobodyHasASecondByeBeforeEverybodyHadOne) {
  for (const int bots : {3, 5, 7, 9, 11}) {
    Scripted arena = by_seed();
    const Concluded c = conclude(swiss(2 * bots + 1), field_of(bots), arena);
    std::vector<int> byes(static_cast<std::size_t>(bots), 0);
    for (const Round& round : c.standings.rounds) {
      ++byes[static_cast<std::size_t>(round.bye.value())];
      const auto [fewest, most] = std::ranges::minmax(byes);
      EXPECT_LE(most - fewest, 1) << bots << " bots";
    }
  }
}

// 0 beats 2 and 1, 1 beats 3, 2 beats 3: 1 and 2 met the same opponents.
TEST(Swiss, BuchholzIsTheSumOfTheOpponentsPoints) {
  Scripted seeded = by_seed();
  EXPECT_EQ(ranks(conclude(swiss(), field_of(4), seeded), swiss()),
            (Ranks{{0, 1}, {1, 2}, {2, 2}, {3, 4}}));
  // 1 beats 0 in the second round: 1 has 4 points; 0, over 2, and 2, over 3, have 2 each. The
  // opponents of 0 scored more.
  Scripted upset{[](EntryId e, std::uint32_t) { return e == 1 ? 9 : -e; }, {}};
  EXPECT_EQ(ranks(conclude(swiss(), field_of(4), upset), swiss()),
            (Ranks{{1, 1}, {0, 2}, {2, 3}, {3, 4}}));
}

TEST(Swiss, MoreGamesWonBreakATieThatBuchholzLeaves) {
  // Two rounds of two games: 1 wins both games of its first round, 2 one of its second; both lose
  // to 0.
  Scripted arena{[](EntryId e, std::uint32_t game) {
                   if (e == 2 || e == 3) return game == 0 ? -e : -3;
                   return -e;
                 },
                 {}};
  EXPECT_EQ(ranks(conclude(swiss(0, 2), field_of(4), arena), swiss(0, 2)),
            (Ranks{{0, 1}, {1, 2}, {2, 3}, {3, 4}}));
}

TEST(Swiss, AMeetingIsOneResultHoweverManyGames) {
  Scripted arena = by_seed();
  const Concluded c = conclude(swiss(1, 10), field_of(2), arena);
  const Meeting& meeting = c.standings.rounds.at(0).meetings.at(0);
  EXPECT_EQ(meeting.a_score, 10);
  EXPECT_EQ(meeting.b_score, 0);
  EXPECT_EQ(meeting.winner, 0);
  EXPECT_EQ(table(c.standings, c.field, swiss(1, 10))[0].points, 2);
}

TEST(Swiss, ATiedMeetingHasNoWinner) {
  Scripted arena = all_tied();
  const Concluded c = conclude(swiss(), field_of(4), arena);
  for (const Round& round : c.standings.rounds)
    for (const Meeting& meeting : round.meetings) EXPECT_FALSE(meeting.winner);
  EXPECT_EQ(ranks(c, swiss()), (Ranks{{0, 1}, {1, 1}, {2, 1}, {3, 1}}));
}

TEST(Swiss, OneBotPlaysNothing) {
  Scripted arena = by_seed();
  for (const int rounds : {0, 3}) {
    const Concluded c = conclude(swiss(rounds), field_of(1), arena);
    EXPECT_TRUE(arena.played.empty());
    EXPECT_TRUE(c.standings.rounds.empty());
    EXPECT_EQ(ranks(c, swiss()), (Ranks{{0, 1}}));
  }
}

TEST(Swiss, TwoMeetAgainWithGamesOfTheirOwn) {
  Scripted arena = by_seed();
  conclude(swiss(3, 2), field_of(2), arena);
  ASSERT_EQ(arena.played.size(), 3u);
  for (std::uint32_t round = 0; round < 3; ++round)
    EXPECT_EQ(arena.played[round].first_game, 2 * round);
}

TEST(Swiss, TheOneThatOpenedLessOpens) {
  Scripted arena = by_seed();
  conclude(swiss(), field_of(4), arena);
  std::vector<std::optional<EntryId>> openers;
  for (const Fixture& fixture : arena.played) openers.push_back(fixture.opens);
  // 0 v 2 and 1 v 3: alternately by lot, so 0 and 3 open; then 0 v 1 and 2 v 3: 1 and 2 have not
  // opened yet.
  EXPECT_EQ(openers, (std::vector<std::optional<EntryId>>{0, 3, 1, 2}));
}

}  // namespace
}  // namespace hilltop::tournament::swiss_test
