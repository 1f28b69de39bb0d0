#include "rating/sprt.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <initializer_list>
#include <utility>
#include <vector>

#include "core/build_for_test.hpp"
#include "rating/elo.hpp"
#include "rating/random_for_test.hpp"

namespace hilltop::rating::sprt_test {
namespace {

TEST(Sprt, BoundsAreWalds) {
  const Interval bounds = Sprt{.alpha = 0.05, .beta = 0.1}.bounds();
  EXPECT_NEAR(bounds.low, std::log(0.1 / 0.95), 1e-15);
  EXPECT_NEAR(bounds.high, std::log(0.9 / 0.05), 1e-15);
  EXPECT_NEAR(Sprt{}.bounds().high, 2.94, 0.005);  // as chess arenas print it
}

TEST(Sprt, AVerdictIsReachedAtTheBound) {
  const Sprt test{.alpha = 0.05, .beta = 0.1};
  EXPECT_EQ(verdict(test, 0), Verdict::undecided);
  EXPECT_EQ(verdict(test, test.bounds().low), Verdict::h0);
  EXPECT_EQ(verdict(test, test.bounds().high), Verdict::h1);
  EXPECT_EQ(verdict(test, std::nextafter(test.bounds().high, 0)), Verdict::undecided);
}

// Examples from fastchess's tests for logistic Elo (app/tests/sprt_test.cpp, commit e633d95).
TEST(LogLikelihoodRatio, IsThatOfPublishedExamples) {
  struct Published {
    std::vector<std::int64_t> counts;
    double elo0, elo1, ratio;
  };
  for (const Published& example : {Published{{21184, 40708, 21404}, 0.5, 2.5, -1.57},
                                   {{57030, 106593, 57433}, 0, 2, -2.59},
                                   {{223, 9863, 21279, 10037, 246}, 0.5, 2.5, -3.07},
                                   {{871, 26175, 55983, 26678, 821}, 0, 2, -4.98}})
    EXPECT_NEAR(log_likelihood_ratio(example.counts, example.elo0, example.elo1), example.ratio,
                0.01 * std::abs(example.ratio));
}

// With wins and losses only, the mean fixes the distribution, and the ratio is Wald's.
TEST(LogLikelihoodRatio, OfTwoOutcomesIsThatOfACoin) {
  const std::array<std::int64_t, 2> coin{40, 60};
  const double p0 = expected_score(0), p1 = expected_score(30);
  EXPECT_NEAR(log_likelihood_ratio(coin, 0, 30),
              60 * std::log(p1 / p0) + 40 * std::log((1 - p1) / (1 - p0)), 1e-9);
}

// Compares with a ternary search over the probability of a tie, which covers all distributions of
// three outcomes with the given mean; the likelihood has one peak.
TEST(LogLikelihoodRatio, IsThatOfTheLikeliestDistributions) {
  const Trinomial counts{30, 50, 45};
  const auto likeliest = [&](double mean) {
    const auto at = [&](double tie) {
      return 30 * std::log(1 - mean - tie / 2) + 50 * std::log(tie) + 45 * std::log(mean - tie / 2);
    };
    double low = 0, high = 2 * std::min(mean, 1 - mean);
    for (int i = 0; i < 100; ++i) {
      const double third = (high - low) / 3;
      if (at(low + third) < at(high - third))
        low += third;
      else
        high -= third;
    }
    return at((low + high) / 2);
  };
  EXPECT_NEAR(log_likelihood_ratio(counts, -10, 40),
              likeliest(expected_score(40)) - likeliest(expected_score(-10)), 1e-9);
}

TEST(LogLikelihoodRatio, OfTheOtherSideAndHypothesesIsTheSame) {
  const Pentanomial counts{3, 10, 40, 22, 9}, mirrored{9, 22, 40, 10, 3};
  const double ratio = log_likelihood_ratio(counts, 0, 20);
  EXPECT_NEAR(log_likelihood_ratio(mirrored, -20, 0), -ratio, 1e-9);
  EXPECT_NEAR(log_likelihood_ratio(counts, 20, 0), -ratio, 1e-9);
}

TEST(LogLikelihoodRatio, HoldsWithOutcomesThatWereNeverSeen) {
  EXPECT_EQ(log_likelihood_ratio(Pentanomial{}, 0, 10), 0);
  EXPECT_GT(log_likelihood_ratio(Pentanomial{0, 0, 0, 0, 400}, 0, 10), 5);
  EXPECT_LT(log_likelihood_ratio(Pentanomial{400, 0, 0, 0, 0}, 0, 10), -5);
  const double tied = log_likelihood_ratio(Pentanomial{0, 0, 400, 0, 0}, 0, 10);
  EXPECT_TRUE(std::isfinite(tied));
  EXPECT_LT(tied, 0);
}

// Pairs with the same deal: a game shows little of the strength, a pair has less noise.
struct Simulated {
  int h1 = 0, undecided = 0;
  double mean_pairs = 0;
};

Simulated simulate(double elo, const Sprt& test, int tests) {
  constexpr int pairs_per_batch = 16, pairs_max = 20'000;
  // Symmetric probabilities, tilted to the mean score of `elo`.
  const std::array<double, 5> even{0.05, 0.2, 0.5, 0.2, 0.05};
  constexpr double variance = 0.05;
  const double lift = (expected_score(elo) - 0.5) / variance;
  Simulated found;
  for (int run = 0; run < tests; ++run) {
    Random random(static_cast<std::uint32_t>(run));
    Pentanomial counts{};
    Verdict now = Verdict::undecided;
    int pairs = 0;
    while (now == Verdict::undecided && pairs < pairs_max) {
      for (int i = 0; i < pairs_per_batch; ++i) {
        std::size_t k = 0;
        for (double at = random.uniform(); k < 4; ++k) {
          const double chance = even[k] * (1 + lift * (static_cast<double>(k) / 4 - 0.5));
          if (at < chance) break;
          at -= chance;
        }
        ++counts[k];
      }
      pairs += pairs_per_batch;
      now = verdict(test, log_likelihood_ratio(counts, test.elo0, test.elo1));
    }
    found.h1 += now == Verdict::h1;
    found.undecided += now == Verdict::undecided;
    found.mean_pairs += static_cast<double>(pairs) / tests;
  }
  return found;
}

TEST(Sprt, ErrsAsRarelyAsItIsTold) {
  if (sanitized) GTEST_SKIP() << "the optimized build simulates";
  constexpr int tests = 2000;
  const Sprt test{.elo0 = 0, .elo1 = 20, .alpha = 0.05, .beta = 0.1};
  const Simulated under_h0 = simulate(0, test, tests), under_h1 = simulate(20, test, tests);
  EXPECT_EQ(under_h0.undecided + under_h1.undecided, 0);
  // At most three standard errors above the requested rate, and not far below it: the test does not
  // waste games.
  EXPECT_LE(under_h0.h1, 0.065 * tests);
  EXPECT_GE(under_h0.h1, 0.03 * tests);
  EXPECT_LE(tests - under_h1.h1, 0.12 * tests);
  EXPECT_GE(tests - under_h1.h1, 0.06 * tests);
}

// Wald's approximations of the test's length, from the drift and variance of the ratio.
TEST(Sprt, IsAsLongAsWaldSays) {
  if (sanitized) GTEST_SKIP() << "the optimized build simulates";
  constexpr int tests = 1000;
  constexpr double variance = 0.05;
  const Sprt test{.elo0 = 0, .elo1 = 20};
  const double gap = expected_score(20) - 0.5, drift = gap * gap / (2 * variance);
  const double bound = test.bounds().high;
  EXPECT_NEAR(simulate(20, test, tests).mean_pairs / ((0.95 - 0.05) * bound / drift), 1, 0.1);
}

Differences repeated(std::initializer_list<std::pair<double, int>> groups, double factor = 1) {
  Differences differences;
  for (const auto& [value, times] : groups)
    for (int i = 0; i < times; ++i) differences.add(factor * value);
  return differences;
}

// The same results as counts and as points from -1 to 1 around an even score; what was never seen
// weighs a thousandth of a trial in both, at other places.
TEST(Differences, GiveTheRatioOfTheirCounts) {
  const std::array<std::int64_t, 5> counts{3, 10, 40, 22, 9};
  const Differences values = repeated({{-0.5, 3}, {-0.25, 10}, {0, 40}, {0.25, 22}, {0.5, 9}});
  EXPECT_NEAR(log_likelihood_ratio(values, expected_score(-5) - 0.5, expected_score(20) - 0.5),
              log_likelihood_ratio(counts, -5, 20), 1e-3);
}

TEST(Differences, KeepTheirRatioInAnotherUnit) {
  const auto in_unit = [](double factor) {
    return repeated({{-3, 11}, {-1.5, 7}, {0, 30}, {2.25, 12}, {8, 5}}, factor);
  };
  const double ratio = log_likelihood_ratio(in_unit(1), 0, 0.4);
  EXPECT_NEAR(log_likelihood_ratio(in_unit(1000), 0, 400), ratio, 1e-9);
  EXPECT_NEAR(log_likelihood_ratio(in_unit(-1000), -400, 0), -ratio, 1e-9);
}

TEST(Differences, TellNothingBeforeThereAreSome) {
  EXPECT_EQ(log_likelihood_ratio(Differences(), 0, 0.1), 0);
  EXPECT_EQ(log_likelihood_ratio(repeated({{0, 10'000}}), 0, 0.1), 0);
  EXPECT_EQ(log_likelihood_ratio(repeated({{0, 100}, {1, differences_told - 1}}), 0, 0.1), 0);
  EXPECT_GT(log_likelihood_ratio(repeated({{0, 100}, {1, differences_told}}), 0, 0.1), 0);
}

// All on one side of both means.
TEST(Differences, AreFiniteWhereOneSideHasNone) {
  const double better = log_likelihood_ratio(repeated({{1, 50}}), 0, 0.1);
  const double worse = log_likelihood_ratio(repeated({{-1, 50}}), 0, 0.1);
  EXPECT_TRUE(std::isfinite(better) && std::isfinite(worse));
  EXPECT_GT(better, 0);
  EXPECT_LT(worse, 0);
}

// A distribution of differences whose mean can be set, and the two means to tell apart.
struct Source {
  const char* name;
  double mean0, mean1;
  double (*draw)(double mean, Random& random);
};

constexpr double blunder = 20;  // points

constexpr Source sources[] = {
    {"symmetric", 0, 0.25, [](double mean, Random& random) { return mean + random.normal(); }},
    // Skew 2, kurtosis 9.
    {"skewed", 0, 0.25,
     [](double mean, Random& random) { return mean - 1 - std::log(random.uniform()); }},
    {"skewed to the left", 0, 0.25,
     [](double mean, Random& random) { return mean + 1 + std::log(random.uniform()); }},
    {"zero-inflated", 0, 0.1,
     [](double mean, Random& random) {
       if (random.uniform() > 1. / 50) return 0.;
       return random.uniform() < (1 + 50 * mean / blunder) / 2 ? blunder : -blunder;
     }},
    // One player errs, in 200 or in 400 games once.
    {"rare blunders", 0.05, 0.1,
     [](double mean, Random& random) { return random.uniform() < mean / blunder ? blunder : 0.; }},
};

// Returns how many tests accept H1 on differences of this mean, looked at after every 32, as
// `compare` does.
int accept_h1(const Source& source, double mean, int tests) {
  constexpr int batch = 32;
  constexpr int trials_max = 50'000;
  const Sprt test{};
  int h1 = 0;
  for (int run = 0; run < tests; ++run) {
    Random random(static_cast<std::uint32_t>(run));
    Differences differences;
    int trials = 0;
    Verdict now = Verdict::undecided;
    while (now == Verdict::undecided && trials < trials_max) {
      for (int i = 0; i < batch; ++i) differences.add(source.draw(mean, random));
      trials += batch;
      now = verdict(test, log_likelihood_ratio(differences, source.mean0, source.mean1));
    }
    EXPECT_NE(now, Verdict::undecided) << source.name;
    h1 += now == Verdict::h1;
  }
  return h1;
}

TEST(Differences, ErrAsRarelyAsTheTestIsTold) {
  if (sanitized) GTEST_SKIP() << "the optimized build simulates";
  constexpr int tests = 2000;
  constexpr double errors_max = 0.06;  // a percentage point above alpha and beta
  for (const Source& source : sources) {
    const double alpha = 1. * accept_h1(source, source.mean0, tests) / tests;
    const double beta = 1 - 1. * accept_h1(source, source.mean1, tests) / tests;
    EXPECT_LE(alpha, errors_max) << source.name;
    EXPECT_LE(beta, errors_max) << source.name;
  }
}

}  // namespace
}  // namespace hilltop::rating::sprt_test
