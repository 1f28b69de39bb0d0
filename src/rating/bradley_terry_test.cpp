#include "rating/bradley_terry.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/build_for_test.hpp"
#include "rating/elo.hpp"
#include "rating/random_for_test.hpp"

namespace hilltop::rating::bradley_terry_test {
namespace {

// Wins of each team over each other in the American League's eastern division, 1987. Agresti,
// "Categorical Data Analysis" (2nd edition, 2002), tables 10.10 and 10.11.
TEST(BradleyTerry, IsThatOfThePublishedExample) {
  // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore
  const int wins[7][7] = {{0, 7, 9, 7, 7, 9, 11}, {6, 0, 7, 5, 11, 9, 9}, {4, 6, 0, 7, 7, 8, 12},
                          {6, 8, 6, 0, 6, 7, 10}, {6, 2, 6, 7, 0, 7, 12}, {4, 4, 5, 6, 6, 0, 6},
                          {2, 4, 1, 3, 1, 7, 0}};
  const double published[] = {1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0};
  std::vector<PairCount> pairs;
  for (std::size_t a = 0; a < 7; ++a)
    for (std::size_t b = 0; b < a; ++b) pairs.push_back({a, b, wins[a][b], 0, wins[b][a]});
  const Ratings ratings = bradley_terry(7, pairs);
  double sum = 0;
  for (std::size_t team = 0; team < 7; ++team) {
    const Difference to_last = ratings.difference(team, 6);
    // The prior shifts the estimate by 0.003; two digits were published.
    EXPECT_NEAR(to_last.elo / elo_per_unit, published[team], 0.008);
    if (team != 6) {  // "the standard errors are about 0.3"
      EXPECT_NEAR(to_last.margin / elo_per_unit / errors_of_95, 0.34, 0.02);
    }
    EXPECT_EQ(ratings.of(team)->group, 0u);
    sum += ratings.of(team)->elo;
  }
  EXPECT_NEAR(sum, 0, 1e-9);
}

TEST(BradleyTerry, OfTwoIsTheirScore) {
  const PairCount pair{0, 1, 600, 300, 100};
  const Ratings ratings = bradley_terry(2, {&pair, 1});
  const Difference found = ratings.difference(0, 1);
  EXPECT_NEAR(found.elo, elo_of(0.75), 0.1);  // 600 wins and half of 300 ties; the prior shifts it
  // The delta method: the standard error of the score over its slope.
  const double error = std::sqrt((0.75 * 0.25 - 0.3 / 4) / 1000) / (0.75 * 0.25) * elo_per_unit;
  EXPECT_NEAR(found.margin, errors_of_95 * error, 0.1);
  EXPECT_NEAR(ratings.of(0)->elo, -ratings.of(1)->elo, 1e-9);
  EXPECT_NEAR(ratings.of(0)->margin, found.margin / 2, 1e-9);
  EXPECT_NEAR(ratings.difference(1, 0).superiority, 1 - found.superiority, 1e-15);
}

// Returns the logarithm of the results' probability under the model, with the prior.
double likelihood(std::span<const PairCount> pairs, std::span<const double> strengths) {
  double sum = 0;
  for (const auto& [a, b, wins_a, ties, wins_b] : pairs) {
    const double score_a = static_cast<double>(wins_a) + static_cast<double>(ties) / 2;
    const double score_b = static_cast<double>(wins_b) + static_cast<double>(ties) / 2;
    const double lead = strengths[a] - strengths[b];
    sum -= score_a * std::log1p(std::exp(-lead)) + score_b * std::log1p(std::exp(lead));
  }
  const double precision = elo_per_unit * elo_per_unit / (prior_elo * prior_elo);
  for (const double strength : strengths) sum -= precision * strength * strength / 2;
  return sum;
}

// No neighbour on a grid around the answer has a higher likelihood, and the curvature there, from
// finite differences, gives the margin.
TEST(BradleyTerry, IsTheMaximumByBruteForce) {
  const PairCount pairs[] = {{0, 1, 7, 0, 3}, {1, 2, 5, 0, 6}, {2, 0, 1, 0, 9}};
  const Ratings ratings = bradley_terry(3, pairs);
  const auto at = [&](double x, double y, double z) {
    const double strengths[] = {ratings.of(0)->elo / elo_per_unit + x,
                                ratings.of(1)->elo / elo_per_unit + y,
                                ratings.of(2)->elo / elo_per_unit + z};
    return likelihood(pairs, strengths);
  };
  const double best = at(0, 0, 0);
  for (int x = -3; x <= 3; ++x)
    for (int y = -3; y <= 3; ++y)
      for (int z = -3; z <= 3; ++z)
        if (x != 0 || y != 0 || z != 0) {
          EXPECT_LT(at(1e-3 * x, 1e-3 * y, 1e-3 * z), best);
        }
  // The likelihood along the difference of 0 and 1: a parabola of width 1 / variance.
  const Difference lead = ratings.difference(0, 1);
  const double error = lead.margin / errors_of_95 / elo_per_unit;
  double profile = -1e9;
  for (double shift = -2; shift <= 2; shift += 1e-3)
    for (const double share : {0.3, 0.4, 0.5, 0.6, 0.7})
      profile = std::max(profile, at(0.01 * share, -0.01 * (1 - share), 0.01 * shift));
  EXPECT_NEAR((best - profile) * 2 / (0.01 * 0.01), 1 / (error * error), 0.05 / (error * error));
}

RC_GTEST_PROP(BradleyTerry, EveryBotIsExpectedToScoreWhatItScored, ()) {
  const auto bots = *rc::gen::inRange<std::size_t>(2, 8);
  std::vector<PairCount> pairs;
  for (std::size_t a = 0; a < bots; ++a)
    for (std::size_t b = 0; b < a; ++b)
      pairs.push_back(
          {a, b, *rc::gen::inRange(0, 50), *rc::gen::inRange(0, 20), *rc::gen::inRange(0, 50)});
  const Ratings ratings = bradley_terry(bots, pairs);
  std::vector<double> over(bots);
  for (const auto& [a, b, wins_a, ties, wins_b] : pairs) {
    if (wins_a + ties + wins_b == 0) continue;
    const double expected =
        static_cast<double>(wins_a + ties + wins_b) * expected_score(ratings.difference(a, b).elo);
    const double scored = static_cast<double>(wins_a) + static_cast<double>(ties) / 2;
    over[a] += scored - expected;
    over[b] -= scored - expected;
  }
  for (std::size_t bot = 0; bot < bots; ++bot)
    if (const auto& rating = ratings.of(bot)) {
      const double pull = elo_per_unit / prior_elo / prior_elo * rating->elo;  // the prior's
      RC_ASSERT(std::abs(over[bot] - pull) < 1e-7);
      RC_ASSERT(std::isfinite(rating->margin) && rating->margin > 0);
    }
}

RC_GTEST_PROP(BradleyTerry, NeitherOrderNorSidesMatter, ()) {
  constexpr std::size_t bots = 5;
  std::vector<PairCount> pairs;
  for (std::size_t a = 0; a < bots; ++a)
    for (std::size_t b = 0; b < a; ++b)
      pairs.push_back(
          {a, b, *rc::gen::inRange(0, 9), *rc::gen::inRange(0, 9), *rc::gen::inRange(0, 9)});
  const Ratings ratings = bradley_terry(bots, pairs);
  std::vector<PairCount> turned;
  for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair)
    turned.push_back(
        {bots - 1 - pair->b, bots - 1 - pair->a, pair->wins_b, pair->ties, pair->wins_a});
  const Ratings other = bradley_terry(bots, turned);
  for (std::size_t bot = 0; bot < bots; ++bot) {
    const auto &one = ratings.of(bot), &two = other.of(bots - 1 - bot);
    RC_ASSERT(one.has_value() == two.has_value());
    if (!one) continue;
    RC_ASSERT(std::abs(one->elo - two->elo) < 1e-6);
    RC_ASSERT(std::abs(one->margin - two->margin) < 1e-6);
  }
}

TEST(BradleyTerry, APairThatComesTwiceIsOne) {
  const PairCount twice[] = {{0, 1, 3, 0, 1}, {1, 0, 1, 0, 2}}, once{0, 1, 5, 0, 2};
  EXPECT_NEAR(bradley_terry(2, twice).of(0)->elo, bradley_terry(2, {&once, 1}).of(0)->elo, 1e-9);
}

TEST(BradleyTerry, ABotWithoutGamesIsNotRated) {
  const PairCount pairs[] = {{0, 2, 3, 1, 2}, {1, 3, 0, 0, 0}, {1, 1, 5, 0, 5}, {0, 0, 9, 9, 9}};
  const Ratings ratings = bradley_terry(4, pairs);
  EXPECT_NEAR(ratings.of(0)->margin, bradley_terry(4, {pairs, 1}).of(0)->margin, 1e-9);
  EXPECT_TRUE(ratings.of(0) && ratings.of(2));
  EXPECT_FALSE(ratings.of(1) || ratings.of(3));
  EXPECT_NEAR(ratings.of(0)->elo + ratings.of(2)->elo, 0, 1e-9);
  EXPECT_EQ(bradley_terry(0, {}).bots(), 0u);
  EXPECT_FALSE(bradley_terry(1, {}).of(0));
}

TEST(BradleyTerry, ABotThatWonEveryGameIsFarAheadWithAWideMargin) {
  const PairCount pairs[] = {{0, 1, 100, 0, 0}, {0, 2, 100, 0, 0}, {1, 2, 50, 0, 50}};
  const Ratings ratings = bradley_terry(3, pairs);
  const Difference lead = ratings.difference(0, 1);
  EXPECT_GT(lead.elo, 800);
  EXPECT_LT(lead.elo, 2000);
  EXPECT_LT(lead.elo - lead.margin, elo_of(0.97));  // wins 100 of 100 one time in twenty
  EXPECT_NE(ratings.of(0)->group, ratings.of(1)->group);
  EXPECT_EQ(ratings.of(1)->group, ratings.of(2)->group);
}

TEST(BradleyTerry, GroupsThatNeverMetAreComparedByThePriorAlone) {
  const PairCount pairs[] = {{0, 1, 60, 0, 40}, {2, 3, 60, 0, 40}};
  const Ratings ratings = bradley_terry(4, pairs);
  EXPECT_NE(ratings.of(0)->group, ratings.of(2)->group);
  EXPECT_NEAR(ratings.difference(0, 2).elo, 0, 1e-9);
  EXPECT_NEAR(ratings.difference(0, 2).margin, errors_of_95 * prior_elo, 10);
  EXPECT_LT(ratings.difference(0, 1).margin, 75);
}

TEST(BradleyTerry, MillionsOfGamesAndLopsidedTablesComeToRest) {
  const PairCount pairs[] = {{0, 1, 1'000'000'000, 0, 0},
                             {1, 2, 500'000'000, 0, 500'000'001},
                             {2, 3, 1, 0, 0},
                             {3, 4, 0, 7, 0}};
  const Ratings ratings = bradley_terry(5, pairs);
  for (std::size_t bot = 0; bot < 5; ++bot) {
    EXPECT_LT(std::abs(ratings.of(bot)->elo), 6000);
    EXPECT_TRUE(std::isfinite(ratings.of(bot)->margin));
  }
}

TEST(BradleyTerry, TiesBetweenUnequalsLeaveAMargin) {
  const PairCount pairs[] = {{0, 1, 0, 1000, 0}, {0, 2, 2500, 0, 0}, {2, 1, 2500, 0, 0}};
  const Ratings ratings = bradley_terry(3, pairs);
  for (std::size_t bot = 0; bot < 3; ++bot) EXPECT_GT(ratings.of(bot)->margin, 1);
  EXPECT_GT(ratings.difference(0, 1).margin, 1);
  const PairCount tied{0, 1, 0, 2, 0};
  EXPECT_GT(bradley_terry(2, {&tied, 1}).difference(0, 1).margin, 200);
}

TEST(BradleyTerry, AnUnknownBotIsRefused) {
  const PairCount pair{0, 2, 1, 0, 0};
  EXPECT_THROW(bradley_terry(2, {&pair, 1}), std::out_of_range);
}

// Counts how often an interval holds the truth in 2,000 tournaments of eight bots of known
// strengths.
struct Coverage {
  int of_mean = 0, of_neighbour = 0, intervals = 0;
};

Coverage coverage(double ties, int games, std::uint32_t seed) {
  constexpr std::size_t bots = 8;
  constexpr std::uint32_t tournaments = 2000;
  Coverage found;
  for (std::uint32_t run = 0; run < tournaments; ++run) {
    Random random(seed + run);
    std::vector<double> truth(bots);
    double mean = 0;
    for (double& elo : truth) mean += (elo = 150 * random.normal()) / bots;
    std::vector<PairCount> pairs;
    for (std::size_t a = 0; a < bots; ++a)
      for (std::size_t b = 0; b < a; ++b) {
        PairCount pair{a, b, 0, 0, 0};
        const double score = expected_score(truth[a] - truth[b]);
        const double tied = ties * 2 * std::min(score, 1 - score);
        for (int game = 0; game < games; ++game) {
          const double at = random.uniform();
          ++(at < tied ? pair.ties : at < score + tied / 2 ? pair.wins_a : pair.wins_b);
        }
        pairs.push_back(pair);
      }
    const Ratings ratings = bradley_terry(bots, pairs);
    for (std::size_t bot = 0; bot < bots; ++bot) {
      const Rating& rating = *ratings.of(bot);
      const Difference lead = ratings.difference(bot, (bot + 1) % bots);
      ++found.intervals;
      found.of_mean += std::abs(rating.elo - (truth[bot] - mean)) <= rating.margin;
      found.of_neighbour +=
          std::abs(lead.elo - (truth[bot] - truth[(bot + 1) % bots])) <= lead.margin;
    }
  }
  return found;
}

TEST(BradleyTerry, IntervalsCoverTheTruth) {
  if (sanitized) GTEST_SKIP() << "the optimized build simulates";
  struct Setting {
    double ties;
    int games;
  };
  std::uint32_t seed = 0;
  for (const auto& [ties, games] : {Setting{0, 20}, {0, 200}, {0.5, 20}, {0.5, 200}}) {
    const Coverage found = coverage(ties, games, seed += 10'000);
    for (const int covered : {found.of_mean, found.of_neighbour}) {
      EXPECT_GE(covered, 0.935 * found.intervals) << ties << ' ' << games;
      EXPECT_LE(covered, 0.965 * found.intervals) << ties << ' ' << games;
    }
  }
}

}  // namespace
}  // namespace hilltop::rating::bradley_terry_test
