#include <gtest/gtest.h>
#include <set>

#include "tournament/formats.hpp"
#include "tournament/scripted.hpp"

namespace hilltop::tournament::tournament_test {
namespace {

TEST(RoundRobin, EveryPairOnceInCanonicalOrder) {
  const Plan plan{.format = Format::round_robin, .games = 4};
  Scripted arena{[](EntryId e, std::uint32_t) { return e; }, {}};
  conclude(plan, field_of({"carl", "ann", "bob"}), arena);
  const std::vector<Fixture> expected{{{1, 2}, 0, 4}, {{1, 0}, 0, 4}, {{2, 0}, 0, 4}};
  EXPECT_EQ(arena.played, expected);
}

TEST(RoundRobin, AddingABotLeavesTheOthersFixturesAsTheyWere) {
  const Plan plan{.format = Format::round_robin, .games = 2};
  Scripted few{[](EntryId, std::uint32_t) { return 0; }, {}}, more = few;
  conclude(plan, field_of({"b", "d", "c"}), few);
  conclude(plan, field_of({"b", "d", "c", "a"}), more);
  for (const Fixture& fixture : few.played)
    EXPECT_NE(std::ranges::find(more.played, fixture), more.played.end());
}

TEST(RoundRobin, AnEarlierSubmissionWinsATie) {
  const Plan plan{.format = Format::round_robin,
                  .games = 2,
                  .points = {2, 1, 0},
                  .tie_breaks = {TieBreak::earlier}};
  Scripted arena{[](EntryId, std::uint32_t) { return 0; }, {}};
  EXPECT_EQ(ranks(conclude(plan, field_of({"z", "a", "m"}), arena), plan),
            (Ranks{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(RoundRobin, TheUnitBreaksATie) {
  const Plan plan{.format = Format::round_robin, .games = 2, .tie_breaks = {TieBreak::sum}};
  // Each won one game; entry 1 has more hands.
  Scripted arena{[](EntryId e, std::uint32_t game) {
                   return e == 1 ? (game == 0 ? 3 : 2) : (game == 0 ? 0 : 3);
                 },
                 {}};
  EXPECT_EQ(ranks(conclude(plan, field_of({"a", "b"}), arena), plan), (Ranks{{1, 1}, {0, 2}}));
}

// Entry 0 wins all games but one by 1, and loses that one by 100.
Scripted of_stakes() {
  return {[](EntryId e, std::uint32_t game) {
            return e == 0 ? (game == 0 ? -50 : 1) : game == 0 ? 50 : 0;
          },
          {}};
}

TEST(ByUnit, AmountsRankAndNotGamesWon) {
  for (const Format format : {Format::round_robin, Format::everyone, Format::gauntlet}) {
    Plan plan{.format = format, .games = 10, .challengers = {0}};
    Scripted arena = of_stakes();
    const Concluded c = conclude(plan, field_of(2), arena);
    EXPECT_EQ(ranks(c, plan), (Ranks{{0, 1}, {1, 2}}));
    plan.by_unit = true;
    EXPECT_EQ(ranks(c, plan), (Ranks{{1, 1}, {0, 2}}));
    const std::vector<Row> rows = table(c.standings, c.field, plan);
    EXPECT_EQ(rows[0].points, 50);
    EXPECT_EQ(rows[1].points, -41);
    EXPECT_EQ(ranks(c, plan), (Ranks{{1, 1}, {0, 2}})) << "before the contest is over";
  }
}

TEST(ByUnit, AmountsDecideSetsAndMatches) {
  for (const Format format : {Format::cup, Format::hill, Format::swiss}) {
    Plan plan{.format = format, .games = 10, .sets_to_win = 1, .points = {2, 1, 0}};
    plan.by_unit = true;
    Scripted arena = of_stakes();
    const Concluded c = conclude(plan, field_of(2), arena);
    EXPECT_EQ(ranks(c, plan), (Ranks{{1, 1}, {0, 2}}));
    const Meeting& meeting = c.standings.rounds[0].meetings[0];
    EXPECT_EQ(meeting.winner, EntryId{1});
    if (format == Format::swiss) {
      EXPECT_EQ(std::max(meeting.a_score, meeting.b_score), 50);
      EXPECT_EQ(table(c.standings, c.field, plan)[0].points, 2) << "points are per match";
    }
  }
}

// A bot that loses a play-off ranks below those that it left, but above bots that were not in it.
TEST(ByUnit, AnAmountBelowZeroInAPlayOffIsStillAPlayOff) {
  for (const bool by_unit : {false, true}) {
    Plan plan{.format = Format::everyone,
              .games = 1,
              .points = {1, 1, -1},
              .tie_breaks = {TieBreak::play_off}};
    plan.by_unit = by_unit;
    Scripted arena{[](EntryId e, std::uint32_t game) {
                     return game == 0 ? (e < 2 ? 5 : 1) : e == 0 ? 7 : -7;
                   },
                   {}};
    EXPECT_EQ(ranks(conclude(plan, field_of(3), arena), plan), (Ranks{{0, 1}, {1, 2}, {2, 3}}));
  }
}

TEST(Everyone, TiedLeadersPlayOnAloneUntilTheTieIsBroken) {
  const Plan plan{.format = Format::everyone,
                  .games = 2,
                  .points = {1, 1, 0},
                  .tie_breaks = {TieBreak::play_off}};
  Scripted arena{[](EntryId e, std::uint32_t game) -> int {
                   if (game < 2) return e == static_cast<EntryId>(game) ? 9 : 1;  // 1:1:0
                   return game < 4 ? 5 : e;  // two ties, then entry 1
                 },
                 {}};
  const Concluded c = conclude(plan, field_of({"a", "b", "c"}), arena);
  const std::vector<Fixture> expected{{{0, 1, 2}, 0, 2},
                                      {{0, 1}, 2, 1, Stage::play_off},
                                      {{0, 1}, 3, 1, Stage::play_off},
                                      {{0, 1}, 4, 1, Stage::play_off}};
  EXPECT_EQ(arena.played, expected);
  EXPECT_EQ(ranks(c, plan), (Ranks{{1, 1}, {0, 2}, {2, 3}}));
}

TEST(Everyone, LeavingAPlayOffRanksBelowStayingInIt) {
  const Plan plan{.format = Format::everyone,
                  .games = 3,
                  .points = {1, 1, 0},
                  .tie_breaks = {TieBreak::play_off}};
  Scripted arena{[](EntryId e, std::uint32_t game) -> int {
                   if (game < 3) return e == static_cast<EntryId>(game) ? 9 : 1;  // 1:1:1
                   if (game == 3) return e == 0 ? 1 : 2;                          // 0 falls out
                   return e;
                 },
                 {}};
  const Concluded c = conclude(plan, field_of({"a", "b", "c"}), arena);
  EXPECT_EQ(arena.played.back().entries, (std::vector<EntryId>{1, 2}));
  EXPECT_EQ(ranks(c, plan), (Ranks{{2, 1}, {1, 2}, {0, 3}}));
}

TEST(Everyone, ATieThatOutlivesTheLimitIsShared) {
  const Plan plan{.format = Format::everyone, .games = 1, .tie_breaks = {TieBreak::play_off}};
  Scripted arena{[](EntryId, std::uint32_t) { return 1; }, {}};
  const Concluded c = conclude(plan, field_of({"a", "b"}), arena);
  EXPECT_EQ(arena.played.size(), 1 + play_off_games_max);
  EXPECT_EQ(ranks(c, plan), (Ranks{{0, 1}, {1, 1}}));
}

TEST(Everyone, APlayOffAddsNothingToTheTable) {
  const Plan plan{.format = Format::everyone, .games = 2, .tie_breaks = {TieBreak::play_off}};
  Scripted arena{
      [](EntryId e, std::uint32_t game) { return e == static_cast<EntryId>(game % 2) ? 9 : 1; },
      {}};
  const Concluded c = conclude(plan, field_of({"a", "b"}), arena);
  for (const Row& row : table(c.standings, c.field, plan)) {
    EXPECT_EQ(row.points, 1);
    EXPECT_EQ(row.tally.games, 2);
  }
}

TEST(Disqualification, IsPlayedAgainWithoutTheBot) {
  const Plan plan{.format = Format::everyone, .games = 5};
  std::vector<std::vector<EntryId>> tables;
  const auto arena = [&](const std::vector<Fixture>& round) {
    Scripted fair{[](EntryId e, std::uint32_t) { return e; }, {}};
    std::vector<Result> results = fair(round);
    // Both misbehave whenever they play; 2 first.
    tables.push_back(round[0].entries);
    for (const EntryId bad : {2, 0})  // both misbehave while they sit; 2 first
      if (std::ranges::find(round[0].entries, bad) != round[0].entries.end() &&
          !results[0].disqualified)
        results[0].disqualified = FaultNote{bad, 3, {FaultKind::illegal, "no"}};
    return results;
  };
  const Concluded c = conclude(plan, field_of({"a", "b", "c", "d"}), arena);
  EXPECT_EQ(tables, (std::vector<std::vector<EntryId>>{{0, 1, 2, 3}, {0, 1, 3}, {1, 3}}));
  EXPECT_EQ(c.field, (std::vector<EntryId>{1, 3}));
  ASSERT_EQ(c.disqualified.size(), 2u);
  EXPECT_EQ(c.disqualified[0].entry, 2);
  EXPECT_EQ(ranks(c, plan), (Ranks{{3, 1}, {1, 2}}));
}

TEST(Disqualification, OfAllLeavesAnEmptyTable) {
  const Plan plan{.format = Format::everyone, .games = 1};
  const auto arena = [](const std::vector<Fixture>& round) {
    Result result{round[0], std::vector<Tally>(round[0].entries.size()), {}, {}, {}};
    result.disqualified = FaultNote{round[0].entries[0], 0, {FaultKind::illegal, "no"}};
    return std::vector{result};
  };
  const Concluded c = conclude(plan, field_of({"a", "b"}), arena);
  EXPECT_TRUE(c.field.empty());
  EXPECT_EQ(c.disqualified.size(), 2u);
}

TEST(Cup, TheMockCupOfFour) {
  const Plan plan{.format = Format::cup, .games = 10};
  Scripted arena = by_seed();
  const Concluded c = conclude(plan, field_of({"nestor", "austin", "kid", "bastila"}), arena);
  ASSERT_EQ(c.standings.rounds.size(), 2u);
  const auto pairs = [](const Round& round) {
    std::vector<std::pair<EntryId, EntryId>> out;
    for (const Meeting& m : round.meetings) out.emplace_back(m.a, m.b);
    return out;
  };
  using Pairs = std::vector<std::pair<EntryId, EntryId>>;
  EXPECT_EQ(pairs(c.standings.rounds[0]),
            (Pairs{{0, 3}, {1, 2}}));  // Nestor v Bastila, Austin v Kid
  EXPECT_EQ(pairs(c.standings.rounds[1]),
            (Pairs{{0, 1}, {2, 3}}));  // the final, and the third place
  for (const auto& round : c.standings.rounds)
    for (const Meeting& m : round.meetings)
      EXPECT_EQ((std::pair<int, int>(m.a_score, m.b_score)), (std::pair{4, 0}));
  EXPECT_EQ(c.standings.places, (std::vector<EntryId>{0, 1, 2, 3}));
}

TEST(Cup, EverySizePlaysForEveryPlace) {
  for (int bots = 1; bots <= 17; ++bots) {
    Scripted arena = by_seed();
    const Plan plan{.format = Format::cup, .games = 1};
    const Concluded c = conclude(plan, field_of(bots), arena);
    std::vector<EntryId> in_order;
    for (int i = 0; i < bots; ++i) in_order.push_back(i);
    EXPECT_EQ(c.standings.places, in_order) << bots << " bots";
    std::set<std::pair<EntryId, EntryId>> met;
    for (const auto& round : c.standings.rounds)
      for (const Meeting& m : round.meetings)
        EXPECT_TRUE(met.emplace(m.a, m.b).second) << "nobody meets twice";
  }
}

TEST(Cup, ByesGoToTheFirstNamed) {
  Scripted arena = by_seed();
  const Concluded c =
      conclude({.format = Format::cup, .games = 1}, field_of({"a", "b", "c", "d", "e"}), arena);
  ASSERT_EQ(c.standings.rounds[0].meetings.size(), 1u);  // only 4 v 5 meet in the first round
  EXPECT_EQ(c.standings.rounds[0].meetings[0].a, 3);
  EXPECT_EQ(c.standings.rounds[0].meetings[0].b, 4);
}

TEST(Cup, ATiedSetIsNotCounted) {
  Scripted arena{[](EntryId e, std::uint32_t game) { return game < 3 ? 0 : e; }, {}};
  const Concluded c = conclude({.format = Format::cup, .games = 1}, field_of({"a", "b"}), arena);
  EXPECT_EQ(arena.played.size(), 7u);
  EXPECT_EQ(c.standings.rounds[0].meetings[0].b_score, 4);
  EXPECT_EQ(c.standings.places, (std::vector<EntryId>{1, 0}));
}

TEST(Cup, MoreHandsDecideALevelSet) {
  Scripted arena{[](EntryId e, std::uint32_t game) {
                   return game % 2 == 0 ? (e == 0 ? 3 : 2) : (e == 0 ? 0 : 3);
                 },
                 {}};
  const Plan plan{.format = Format::cup, .games = 2, .sum_decides_sets = true};
  EXPECT_EQ(conclude(plan, field_of({"a", "b"}), arena).standings.places,
            (std::vector<EntryId>{1, 0}));
}

TEST(Cup, ATiedMeetingGoesToTheBetterSeed) {
  Scripted arena{[](EntryId, std::uint32_t) { return 0; }, {}};
  const Concluded c = conclude({.format = Format::cup, .games = 1}, field_of({"z", "a"}), arena);
  EXPECT_EQ(arena.played.size(), static_cast<std::size_t>(sets_max));
  EXPECT_EQ(c.standings.places, (std::vector<EntryId>{0, 1}));
}

TEST(Cup, SetsToWinDecideAMeeting) {
  for (const int sets : {1, 2, 7}) {
    Scripted arena = by_seed();
    const Plan plan{.format = Format::cup, .games = 3, .sets_to_win = sets};
    const Concluded c = conclude(plan, field_of(2), arena);
    EXPECT_EQ(arena.played.size(), static_cast<std::size_t>(sets));
    EXPECT_EQ(c.standings.rounds[0].meetings[0].a_score, sets);
  }
}

Plan small_plan(const FormatTraits& format) {
  return {.format = format.format, .challengers = {0}, .points = {2, 1, 0}, .seats_fewest = 2};
}

TEST(AnyFormat, OneBotIsFirstWithoutAGame) {
  for (const FormatTraits& format : formats()) {
    Scripted arena = by_seed();
    const Plan plan = small_plan(format);
    EXPECT_EQ(ranks(conclude(plan, field_of(1), arena), plan), (Ranks{{0, 1}}));
    EXPECT_TRUE(arena.played.empty());
  }
}

TEST(AnyFormat, OfTwoTheBetterIsFirst) {
  for (const FormatTraits& format : formats())
    for (const EntryId better : {0, 1}) {
      const Plan plan = small_plan(format);
      Scripted arena = of_strength({better == 0, better == 1});
      EXPECT_EQ(ranks(conclude(plan, field_of(2), arena), plan),
                (Ranks{{better, 1}, {1 - better, 2}}));
    }
}

// Formats with places rank everybody; in all others the rank is shared.
TEST(AnyFormat, WhereAllGamesAreTied) {
  for (const FormatTraits& format : formats()) {
    const Plan plan = small_plan(format);
    Scripted arena = all_tied();
    const Concluded c = conclude(plan, field_of(4), arena);
    const Ranks shared{{0, 1}, {1, 1}, {2, 1}, {3, 1}};
    if (c.standings.places.empty())
      EXPECT_EQ(ranks(c, plan), shared) << format.kind;
    else
      EXPECT_EQ(std::set(c.standings.places.begin(), c.standings.places.end()).size(), 4u)
          << format.kind;
  }
}

TEST(Cup, WhereAllGamesAreTiedTheBetterSeedsAreFirst) {
  Scripted arena = all_tied();
  EXPECT_EQ(conclude({.format = Format::cup}, field_of(4), arena).standings.places,
            (std::vector<EntryId>{0, 1, 2, 3}));
}

}  // namespace
}  // namespace hilltop::tournament::tournament_test
