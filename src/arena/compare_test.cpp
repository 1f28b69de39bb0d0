#include "arena/compare.hpp"

#include <gtest/gtest.h>
#include <numeric>

#include "arena/catalog.hpp"

namespace hilltop::arena {
namespace {

using rating::Verdict;

Entrant house(const std::string& name) { return {name, name, HousePlayer{name}}; }

struct Asked {
  std::string a = "kid", b = "bold";
  rating::Sprt test{};
  std::uint32_t deals_max = 10'000;
  int jobs = 1;
  std::uint64_t seed = 1;
};

Compared compared(const Asked& asked, std::vector<std::int64_t>* batches = nullptr) {
  const auto any_game = (*find_game("pazaak"))->under("koth", {}).value();
  const Conditions conditions{};
  const std::array bots{house(asked.a), house(asked.b)};
  return compare({.any_game = *any_game,
                  .conditions = conditions,
                  .bots = bots,
                  .seed = asked.seed,
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

// Two bots that play alike: what randomness gives in one game of a deal, it takes in the other.
TEST(Compare, EqualsScoreOneOfTwoInEachDeal) {
  const auto any_game = (*find_game("pazaak"))->under("koth", {}).value();
  const Conditions conditions{};
  std::array bots{house("kid"), house("kid")};
  bots[1].name = "kid#2";
  const Compared found = compare({.any_game = *any_game,
                                  .conditions = conditions,
                                  .bots = bots,
                                  .seed = 1,
                                  .test = {},
                                  .deals_max = 10'000,
                                  .progress = {}});
  EXPECT_EQ(found.deals, (rating::Pentanomial{0, 0, found.tallies[0].games / 2, 0, 0}));
  EXPECT_EQ(found.verdict, Verdict::h0);
  EXPECT_LT(found.tallies[0].games, 2000);
}

}  // namespace
}  // namespace hilltop::arena
