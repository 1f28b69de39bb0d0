#include "arena/compare.hpp"

#include <gtest/gtest.h>
#include <numeric>

#include "arena/catalog.hpp"
#include "play/scripted_player_for_test.hpp"

namespace hilltop::arena::compare_test {
namespace {

using rating::Verdict;

play::Entrant house(const std::string& name) { return {name, name, play::HousePlayer{name}}; }

struct Asked {
  std::string a = "kid", b = "bold";
  rating::Sprt test{};
  std::uint32_t deals_max = 10'000;
  int jobs = 1;
  std::uint64_t seed = 1;
};

Compared compared(const Asked& asked, std::vector<std::int64_t>* batches = nullptr) {
  const GameModule& game = **find_game("pazaak");
  const Contest contest = contest_of_two(game, game.under("koth", {}).value(), {}, asked.seed,
                                         {house(asked.a), house(asked.b)});
  return compare({.contest = contest,
                  .test = asked.test,
                  .deals_max = asked.deals_max,
                  .jobs = asked.jobs,
                  .progress = [&](const Compared& so_far) {
                    if (batches != nullptr) batches->push_back(so_far.tallies[0].games);
                  }});
}

TEST(Compare, StopsWithTheBatchThatDecides) {
  std::vector<std::int64_t> batches;
  const Compared found = compared({}, &batches);
  EXPECT_EQ(found.verdict, Verdict::h1);
  EXPECT_GE(found.log_likelihood_ratio, rating::Sprt{}.bounds().high);
  for (std::size_t i = 0; i < batches.size(); ++i)
    EXPECT_EQ(batches[i], 2 * deals_a_batch * static_cast<std::int64_t>(i + 1));
  EXPECT_EQ(found.tallies[0].games, batches.back());
  // With one batch less there is no verdict yet, and the games before it are the same.
  const Compared before =
      compared({.deals_max = static_cast<std::uint32_t>(batches.back() / 2 - deals_a_batch)});
  EXPECT_EQ(before.verdict, Verdict::undecided);
}

TEST(Compare, StopsUndecidedAfterTheMostDeals) {
  const Compared found = compared({.test = {.alpha = 1e-6, .beta = 1e-6}, .deals_max = 41});
  EXPECT_EQ(found.verdict, Verdict::undecided);
  EXPECT_EQ(found.tallies[0].games, 82);
  EXPECT_EQ(std::accumulate(found.deals.begin(), found.deals.end(), std::int64_t{0}), 41);
}

// A bot of Gomoku that always does the same: it lays on the first free point, or on the last one.
play::Entrant rote(const std::string& name) {
  runner::Manifest manifest;
  manifest.name = name;
  return {name, name, manifest};
}

play::Conditions conditions_of_rotes(play::Heard& heard) {
  play::Conditions conditions;
  conditions.host.make_player = [&heard](const runner::Manifest& bot,
                                         const play::OutsideListener&) {
    const bool last = bot.name == "last";
    return std::make_unique<play::Scripted>(
        [last](play::Scripted& self, std::string_view line) {
          const char kind = line.front();
          if (kind == 'A') return self.say("(7,7)(3,3)(9,4)");
          if (kind == 'B' || kind == 'C') return self.say("B");
          for (int i = 0; i < 225; ++i) {
            const int at = last ? 224 - i : i;
            const std::string point =
                '(' + std::to_string(at / 15) + ',' + std::to_string(at % 15) + ')';
            if (!line.contains("(" + point)) return self.say(point);
          }
        },
        heard);
  };
  return conditions;
}

TEST(Compare, CountsARepeatedGameOnceAndEndsWhenNothingElseComes) {
  const GameModule& game = **find_game("gomoku");
  play::Heard heard;
  const play::Conditions conditions = conditions_of_rotes(heard);
  for (const bool swapped : {false, true}) {
    const Contest contest =
        contest_of_two(game, game.under("koth", {}).value(), conditions, 1,
                       {rote(swapped ? "last" : "first"), rote(swapped ? "first" : "last")});
    const Compared found = compare({.contest = contest, .test = {}, .deals_max = 10'000});
    EXPECT_TRUE(found.only_repeats());
    EXPECT_EQ(found.verdict, Verdict::undecided);
    EXPECT_EQ(found.tallies[0].games, 2 * (repeated_deals_max + deals_a_batch));
    EXPECT_EQ(found.distinct_games(), 2);
    EXPECT_EQ(std::accumulate(found.deals.begin(), found.deals.end(), std::int64_t{0}), 1);
    EXPECT_EQ(found.faulty_games, 0);
    // The points are of the bots in the order in which they were named.
    const rating::Trinomial& games = found.games;
    EXPECT_EQ(games[0] * found.tallies[0].games, found.tallies[0].lost() * 2);
    EXPECT_EQ(games[2] * found.tallies[0].games, found.tallies[0].won * 2);
  }
}

TEST(Compare, DealsAddUpToTheGames) {
  const Compared found = compared({});
  std::int64_t half_points = 0, deals = 0;
  for (std::size_t k = 0; k < found.deals.size(); ++k) {
    half_points += static_cast<std::int64_t>(k) * found.deals[k];
    deals += found.deals[k];
  }
  EXPECT_EQ(2 * deals, found.tallies[0].games);
  EXPECT_EQ(half_points, 2 * found.tallies[0].won + found.tallies[0].tied);
  EXPECT_EQ(found.tallies[0].won, found.tallies[1].lost());
}

TEST(Compare, WorkersChangeNothing) {
  for (const char* other : {"bold", "nestor"}) {
    const Compared one = compared({.b = other, .jobs = 1}),
                   four = compared({.b = other, .jobs = 4});
    EXPECT_EQ(one.tallies, four.tallies);
    EXPECT_EQ(one.deals, four.deals);
    EXPECT_EQ(one.digest, four.digest);
    EXPECT_EQ(one.log_likelihood_ratio, four.log_likelihood_ratio);
  }
}

TEST(Compare, WhoeverIsNamedFirstTheGamesAreTheSame) {
  const rating::Sprt open{.alpha = 1e-6, .beta = 1e-6};
  const Compared one = compared({.test = open, .deals_max = 100}),
                 other = compared({.a = "bold", .b = "kid", .test = open, .deals_max = 100});
  EXPECT_EQ(one.digest, other.digest);
  EXPECT_EQ(one.tallies[0], other.tallies[1]);
  EXPECT_EQ(one.tallies[1], other.tallies[0]);
  EXPECT_TRUE(std::equal(one.deals.begin(), one.deals.end(), other.deals.rbegin()));
  EXPECT_NE(one.digest, compared({.test = open, .deals_max = 100, .seed = 2}).digest);
}

TEST(Compare, CountsTheGamesThatHadAFault) {
  Compared found;
  found.tallies[0].games = 4;
  found.faulty_games = 2;
  EXPECT_FALSE(found.is_mostly_faults());
  found.faulty_games = 3;
  EXPECT_TRUE(found.is_mostly_faults());
  EXPECT_EQ(compared({.deals_max = 64}).faulty_games, 0);
}

// Two bots that play alike: what randomness gives in one game of a deal, it takes in the other.
TEST(Compare, EqualsScoreOneOfTwoInEachDeal) {
  const GameModule& game = **find_game("pazaak");
  std::array bots{house("kid"), house("kid")};
  bots[1].name = "kid#2";
  const Contest contest = contest_of_two(game, game.under("koth", {}).value(), {}, 1, bots);
  const Compared found = compare({.contest = contest, .test = {}, .deals_max = 10'000});
  EXPECT_EQ(found.deals, (rating::Pentanomial{0, 0, found.tallies[0].games / 2, 0, 0}));
  EXPECT_EQ(found.verdict, Verdict::h0);
  EXPECT_LT(found.tallies[0].games, 2000);
}

}  // namespace
}  // namespace hilltop::arena::compare_test
