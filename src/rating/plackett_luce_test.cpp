#include "rating/plackett_luce.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "core/build_for_test.hpp"
#include "rating/bradley_terry.hpp"
#include "rating/elo.hpp"
#include "rating/random_for_test.hpp"

namespace hilltop::rating::plackett_luce_test {
namespace {

TEST(PlackettLuce, OfTwoSeatsIsBradleyTerry) {
  const Ranking rankings[] = {{{{0}, {1}}, 7}, {{{1}, {0}}, 3}, {{{1}, {2}}, 5},
                              {{{2}, {1}}, 6}, {{{0, 2}}, 4},   {{{2}, {0}}, 1}};
  const PairCount pairs[] = {{0, 1, 7, 0, 3}, {1, 2, 5, 0, 6}, {0, 2, 0, 4, 1}};
  const Ratings many = plackett_luce(3, rankings), two = bradley_terry(3, pairs);
  for (std::size_t bot = 0; bot < 3; ++bot) {
    EXPECT_NEAR(many.of(bot)->elo, two.of(bot)->elo, 1e-7);
    EXPECT_EQ(many.of(bot)->group, 0u);
  }
  // Without ties the margins are equal too.
  EXPECT_NEAR(plackett_luce(3, {rankings, 4}).of(0)->margin,
              bradley_terry(3, {pairs, 2}).of(0)->margin, 1e-7);
}

// Returns the logarithm of the rankings' probability, choice by choice, with the prior.
double likelihood(std::span<const Ranking> rankings, std::span<const double> strengths) {
  const auto weight = [&](std::span<const std::size_t> bots) {
    double sum = 0;
    for (const std::size_t bot : bots) sum += std::exp(strengths[bot]);
    return sum;
  };
  double sum = 0;
  for (const Ranking& ranking : rankings)
    for (std::size_t place = 0; place < ranking.places.size(); ++place) {
      const std::vector<std::size_t>& bots = ranking.places[place];
      double below = 0;
      for (std::size_t p = place + 1; p < ranking.places.size(); ++p)
        below += weight(ranking.places[p]);
      const auto tied = static_cast<double>(bots.size());
      for (double left = tied; left > (below == 0 ? 1 : 0); --left) {
        double mean = 0;
        for (const std::size_t bot : bots) mean += strengths[bot] / tied;
        sum += static_cast<double>(ranking.games) *
               (mean - std::log(below + left / tied * weight(bots)));
      }
    }
  const double precision = elo_per_unit * elo_per_unit / (prior_elo * prior_elo);
  for (const double strength : strengths) sum -= precision * strength * strength / 2;
  return sum;
}

const std::vector<Ranking> some_rankings = {{{{0}, {1}, {2}, {3}}, 5}, {{{3}, {0}, {1}}, 2},
                                            {{{2}, {0}, {3}, {1}}, 3}, {{{1}, {3}, {2}}, 4},
                                            {{{0, 2, 3}, {1}}, 6},     {{{3}, {0, 1}, {2}}, 4},
                                            {{{1}, {0, 2, 3}}, 5}};

TEST(PlackettLuce, IsTheMaximumByBruteForce) {
  const Ratings ratings = plackett_luce(4, some_rankings);
  std::vector<double> strengths;
  for (std::size_t bot = 0; bot < 4; ++bot)
    strengths.push_back(ratings.of(bot)->elo / elo_per_unit);
  const double best = likelihood(some_rankings, strengths);
  for (int shift = 0; shift < 3 * 3 * 3 * 3; ++shift) {
    std::vector<double> moved = strengths;
    for (int bot = 0, digits = shift; bot < 4; ++bot, digits /= 3)
      moved[static_cast<std::size_t>(bot)] += 1e-3 * (digits % 3 - 1);
    if (moved != strengths) {
      EXPECT_LT(likelihood(some_rankings, moved), best);
    }
  }
}

// The margins come from the likelihood's second derivatives, taken here by finite differences.
TEST(PlackettLuce, MarginsAreTheCurvature) {
  const Ratings ratings = plackett_luce(4, some_rankings);
  std::vector<double> strengths;
  for (std::size_t bot = 0; bot < 4; ++bot)
    strengths.push_back(ratings.of(bot)->elo / elo_per_unit);
  constexpr double h = 1e-3;
  Matrix information(4);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      const auto at = [&](double x, double y) {
        std::vector<double> moved = strengths;
        moved[i] += x * h;
        moved[j] += y * h;
        return likelihood(some_rankings, moved);
      };
      information.add(i, j, -(at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * h * h));
    }
  const std::vector<double> lead{1, -1, 0, 0};
  const std::vector<double> solved = Factor(information).solve(lead);
  EXPECT_NEAR(ratings.difference(0, 1).margin,
              errors_of_95 * elo_per_unit * std::sqrt(solved[0] - solved[1]), 0.01);
}

// A tie counts as the average over its possible orders: exactly for the last place, nearly above
// it, because Efron averages weights and not logarithms.
TEST(PlackettLuce, ATieIsTheMeanOfItsOrders) {
  const std::vector<Ranking> background = {
      {{{0}, {1}, {2}}, 40}, {{{2}, {1}, {0}}, 30}, {{{1}, {2}, {0}}, 30}, {{{1}, {0}, {2}}, 30}};
  const auto with = [&](std::vector<Ranking> more) {
    more.insert(more.end(), background.begin(), background.end());
    return plackett_luce(3, more);
  };
  const Ratings first = with({{{{0, 1}, {2}}, 10}}),
                first_by_orders = with({{{{0}, {1}, {2}}, 5}, {{{1}, {0}, {2}}, 5}});
  const Ratings last = with({{{{2}, {0, 1}}, 10}}),
                last_by_orders = with({{{{2}, {0}, {1}}, 5}, {{{2}, {1}, {0}}, 5}});
  for (std::size_t bot = 0; bot < 3; ++bot) {
    EXPECT_NEAR(first.of(bot)->elo, first_by_orders.of(bot)->elo, 3);
    EXPECT_NEAR(last.of(bot)->elo, last_by_orders.of(bot)->elo, 1e-7);
    EXPECT_NEAR(last.of(bot)->margin, last_by_orders.of(bot)->margin, 1e-7);
  }
}

TEST(PlackettLuce, WhereAllTieAllAreEqual) {
  const Ranking all{{{0, 1, 2, 3, 4}}, 10};
  const Ratings ratings = plackett_luce(5, {&all, 1});
  for (std::size_t bot = 0; bot < 5; ++bot) EXPECT_NEAR(ratings.of(bot)->elo, 0, 1e-9);
}

TEST(PlackettLuce, NeitherOrderNorNamesMatter) {
  const Ratings ratings = plackett_luce(4, some_rankings);
  std::vector<Ranking> turned(some_rankings.rbegin(), some_rankings.rend());
  for (Ranking& ranking : turned)
    for (auto& place : ranking.places)
      for (std::size_t& bot : place) bot = 3 - bot;
  const Ratings other = plackett_luce(4, turned);
  for (std::size_t bot = 0; bot < 4; ++bot) {
    EXPECT_NEAR(ratings.of(bot)->elo, other.of(3 - bot)->elo, 1e-7);
    EXPECT_NEAR(ratings.of(bot)->margin, other.of(3 - bot)->margin, 1e-7);
  }
}

TEST(PlackettLuce, ABotThatMetNobodyIsNotRated) {
  const Ranking rankings[] = {{{{0}, {}, {2}}, 3}, {{{1}}, 5}, {{{3}, {0}}, 0}};
  const Ratings ratings = plackett_luce(4, rankings);
  EXPECT_TRUE(ratings.of(0) && ratings.of(2));
  EXPECT_FALSE(ratings.of(1) || ratings.of(3));
  EXPECT_GT(ratings.of(0)->elo, ratings.of(2)->elo);
  EXPECT_NE(ratings.of(0)->group, ratings.of(2)->group);
}

TEST(PlackettLuce, AnUnknownBotIsRefused) {
  const Ranking alone{{{7}}, 1}, last{{{0}, {7}}, 1};
  EXPECT_THROW(plackett_luce(2, {&alone, 1}), std::out_of_range);
  EXPECT_THROW(plackett_luce(2, {&last, 1}), std::out_of_range);
}

// 2,000 tournaments of 60 games each among eight bots of known strengths.
TEST(PlackettLuce, IntervalsCoverTheTruth) {
  if (sanitized) GTEST_SKIP() << "the optimized build simulates";
  constexpr std::size_t bots = 8;
  constexpr int tournaments = 2000, games = 60;
  int covered = 0;
  for (int run = 0; run < tournaments; ++run) {
    Random random(static_cast<std::uint32_t>(run));
    std::vector<double> truth(bots), weights(bots);
    double mean = 0;
    for (std::size_t bot = 0; bot < bots; ++bot) {
      mean += (truth[bot] = 150 * random.normal()) / bots;
      weights[bot] = std::exp(truth[bot] / elo_per_unit);
    }
    std::vector<Ranking> rankings;
    for (int game = 0; game < games; ++game) {
      // Each bot draws an exponential time at the rate of its weight; sorted by time, the places
      // follow Plackett's model.
      std::vector<double> ready(bots);
      for (std::size_t bot = 0; bot < bots; ++bot)
        ready[bot] = -std::log(random.uniform()) / weights[bot];
      std::vector<std::size_t> order(bots);
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::ranges::sort(order, {}, [&](std::size_t bot) { return ready[bot]; });
      Ranking& ranking = rankings.emplace_back();
      for (const std::size_t bot : order) ranking.places.push_back({bot});
    }
    const Ratings ratings = plackett_luce(bots, rankings);
    for (std::size_t bot = 0; bot < bots; ++bot)
      covered += std::abs(ratings.of(bot)->elo - (truth[bot] - mean)) <= ratings.of(bot)->margin;
  }
  EXPECT_GE(covered, 0.935 * tournaments * bots);
  EXPECT_LE(covered, 0.965 * tournaments * bots);
}

}  // namespace
}  // namespace hilltop::rating::plackett_luce_test
