#include "tournament/tournament.hpp"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <set>

namespace hilltop::tournament {
namespace {

using rating::PointRule;

Field field_of(std::vector<std::string> names) {
  Field field{std::move(names), {}};
  for (std::size_t i = 0; i < field.names.size(); ++i)
    field.entries.push_back(static_cast<EntryId>(i));
  return field;
}

// A stand-in for the arena: `score(entry, game)` is what an entry gets in a game.
struct Scripted {
  std::function<int(EntryId, std::uint32_t)> score;
  std::vector<Fixture> played;

  std::vector<Result> operator()(const std::vector<Fixture>& round) {
    std::vector<Result> results;
    for (const Fixture& fixture : round) {
      played.push_back(fixture);
      Result result{fixture, std::vector<Line>(fixture.entries.size()), {}, {}, {}};
      for (std::uint32_t game = fixture.first_game; game < fixture.first_game + fixture.games;
           ++game)
        add(result, game);
      results.push_back(std::move(result));
    }
    return results;
  }

  void add(Result& result, std::uint32_t game) const {
    std::vector<int> scores;
    for (const EntryId entry : result.fixture.entries) scores.push_back(score(entry, game));
    const int top = std::ranges::max(scores);
    const auto tops = std::ranges::count(scores, top);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const bool on_top = scores[i] == top;
      result.lines[i].add({1, on_top && tops == 1, on_top && tops > 1, 0, scores[i], scores[i]});
    }
  }
};

std::vector<std::pair<EntryId, int>> ranks(const Concluded& c, const Plan& plan) {
  std::vector<std::pair<EntryId, int>> out;
  for (const Row& row : table(c.standings, c.field, plan.points, plan.tie_break))
    out.emplace_back(row.entry, row.rank);
  return out;
}

using Ranks = std::vector<std::pair<EntryId, int>>;

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
                  .tie_break = TieBreak::earlier};
  Scripted arena{[](EntryId, std::uint32_t) { return 0; }, {}};
  EXPECT_EQ(ranks(conclude(plan, field_of({"z", "a", "m"}), arena), plan),
            (Ranks{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(RoundRobin, TheUnitBreaksATie) {
  const Plan plan{.format = Format::round_robin, .games = 2, .tie_break = TieBreak::sum};
  // One game won each; entry 1 with more hands.
  Scripted arena{[](EntryId e, std::uint32_t game) {
                   return e == 1 ? (game == 0 ? 3 : 2) : (game == 0 ? 0 : 3);
                 },
                 {}};
  EXPECT_EQ(ranks(conclude(plan, field_of({"a", "b"}), arena), plan), (Ranks{{1, 1}, {0, 2}}));
}

TEST(Everyone, TiedLeadersPlayOnAloneUntilTheTieIsBroken) {
  const Plan plan{
      .format = Format::everyone, .games = 2, .points = {1, 1, 0}, .tie_break = TieBreak::play_off};
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

TEST(Everyone, WhoFallsOutOfAPlayOffRanksBelowWhoGoesOn) {
  const Plan plan{
      .format = Format::everyone, .games = 3, .points = {1, 1, 0}, .tie_break = TieBreak::play_off};
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
  const Plan plan{.format = Format::everyone, .games = 1, .tie_break = TieBreak::play_off};
  Scripted arena{[](EntryId, std::uint32_t) { return 1; }, {}};
  const Concluded c = conclude(plan, field_of({"a", "b"}), arena);
  EXPECT_EQ(arena.played.size(), 1 + play_off_games_most);
  EXPECT_EQ(ranks(c, plan), (Ranks{{0, 1}, {1, 1}}));
}

TEST(Everyone, APlayOffAddsNothingToTheTable) {
  const Plan plan{.format = Format::everyone, .games = 2, .tie_break = TieBreak::play_off};
  Scripted arena{
      [](EntryId e, std::uint32_t game) { return e == static_cast<EntryId>(game % 2) ? 9 : 1; },
      {}};
  const Concluded c = conclude(plan, field_of({"a", "b"}), arena);
  for (const Row& row : table(c.standings, c.field, plan.points, plan.tie_break)) {
    EXPECT_EQ(row.points, 1);
    EXPECT_EQ(row.line.games, 2);
  }
}

TEST(Disqualification, IsPlayedAgainWithoutTheBot) {
  const Plan plan{.format = Format::everyone, .games = 5};
  std::vector<std::vector<EntryId>> tables;
  const auto arena = [&](const std::vector<Fixture>& round) {
    Scripted fair{[](EntryId e, std::uint32_t) { return e; }, {}};
    std::vector<Result> results = fair(round);
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
    Result result{round[0], std::vector<Line>(round[0].entries.size()), {}, {}, {}};
    result.disqualified = FaultNote{round[0].entries[0], 0, {FaultKind::illegal, "no"}};
    return std::vector{result};
  };
  const Concluded c = conclude(plan, field_of({"a", "b"}), arena);
  EXPECT_TRUE(c.field.empty());
  EXPECT_EQ(c.disqualified.size(), 2u);
}

// Entry 0 is the best seed and always beats those behind it.
Scripted by_seed() {
  return {[](EntryId e, std::uint32_t) { return -e; }, {}};
}

TEST(Cup, TheMockCupOfFour) {
  const Plan plan{.format = Format::cup, .games = 10};
  Scripted arena = by_seed();
  const Concluded c = conclude(plan, field_of({"nestor", "austin", "kid", "bastila"}), arena);
  ASSERT_EQ(c.standings.rounds.size(), 2u);
  const auto pairs = [](const std::vector<Meeting>& round) {
    std::vector<std::pair<EntryId, EntryId>> out;
    for (const Meeting& m : round) out.emplace_back(m.a, m.b);
    return out;
  };
  using Pairs = std::vector<std::pair<EntryId, EntryId>>;
  EXPECT_EQ(pairs(c.standings.rounds[0]),
            (Pairs{{0, 3}, {1, 2}}));  // Nestor v Bastila, Austin v Kid
  EXPECT_EQ(pairs(c.standings.rounds[1]),
            (Pairs{{0, 1}, {2, 3}}));  // the final, and the third place
  for (const auto& round : c.standings.rounds)
    for (const Meeting& m : round) EXPECT_EQ((std::pair{m.a_sets, m.b_sets}), (std::pair{4, 0}));
  EXPECT_EQ(c.standings.places, (std::vector<EntryId>{0, 1, 2, 3}));
}

TEST(Cup, EverySizePlaysForEveryPlace) {
  for (int bots = 1; bots <= 17; ++bots) {
    std::vector<std::string> names;
    for (int i = 0; i < bots; ++i) names.push_back("bot " + std::to_string(100 + i));
    Scripted arena = by_seed();
    const Plan plan{.format = Format::cup, .games = 1};
    const Concluded c = conclude(plan, field_of(names), arena);
    std::vector<EntryId> in_order;
    for (int i = 0; i < bots; ++i) in_order.push_back(i);
    EXPECT_EQ(c.standings.places, in_order) << bots << " bots";
    std::set<std::pair<EntryId, EntryId>> met;
    for (const auto& round : c.standings.rounds)
      for (const Meeting& m : round)
        EXPECT_TRUE(met.emplace(m.a, m.b).second) << "nobody meets twice";
  }
}

TEST(Cup, ByesGoToTheFirstNamed) {
  Scripted arena = by_seed();
  const Concluded c =
      conclude({.format = Format::cup, .games = 1}, field_of({"a", "b", "c", "d", "e"}), arena);
  ASSERT_EQ(c.standings.rounds[0].size(), 1u);  // only 4 v 5 meet in the first round
  EXPECT_EQ(c.standings.rounds[0][0].a, 3);
  EXPECT_EQ(c.standings.rounds[0][0].b, 4);
}

TEST(Cup, ASetThatNobodyWinsIsNotCounted) {
  Scripted arena{[](EntryId e, std::uint32_t game) { return game < 3 ? 0 : e; }, {}};
  const Concluded c = conclude({.format = Format::cup, .games = 1}, field_of({"a", "b"}), arena);
  EXPECT_EQ(arena.played.size(), 7u);
  EXPECT_EQ(c.standings.rounds[0][0].b_sets, 4);
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

TEST(Cup, AMeetingThatNobodyWinsGoesToTheBetterSeed) {
  Scripted arena{[](EntryId, std::uint32_t) { return 0; }, {}};
  const Concluded c = conclude({.format = Format::cup, .games = 1}, field_of({"z", "a"}), arena);
  EXPECT_EQ(arena.played.size(), static_cast<std::size_t>(sets_most));
  EXPECT_EQ(c.standings.places, (std::vector<EntryId>{0, 1}));
}

}  // namespace
}  // namespace hilltop::tournament
