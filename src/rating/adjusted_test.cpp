#include "rating/adjusted.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "core/build_for_test.hpp"
#include "rating/elo.hpp"
#include "rating/random_for_test.hpp"

namespace hilltop::rating::adjusted_test {
namespace {

// A kind of game: the true mean, and a trial of it.
struct Kind {
  const char* name;
  double mean;
  double least_factor;  // of long contests
  LuckyResult (*draw)(Random& random);
};

constexpr Kind kinds[] = {
    // Points, of which most is luck.
    {"points", 10, 20,
     [](Random& random) {
       const double luck = 5 * random.normal();
       return LuckyResult{10 + luck + random.normal(), luck};
     }},
    // A win, whose chance luck moves.
    {"wins", 0.5, 1.5,
     [](Random& random) {
       const double luck = random.normal();
       const double chance = normal_below(2 * luck);
       return LuckyResult{random.uniform() < chance ? 1. : 0., 0.4 * luck};
     }},
    // A bot that uses a third of its luck: all of it would add to the variance.
    {"a bot that does not use its luck", 0, 1.3,
     [](Random& random) {
       const double luck = 2 * random.normal();
       return LuckyResult{luck / 3 + random.normal(), luck};
     }},
    {"luck that says nothing", 0, 1,
     [](Random& random) { return LuckyResult{random.normal(), random.normal()}; }},
    {"no luck", 0, 1, [](Random& random) { return LuckyResult{random.normal(), 0}; }},
    // Luck and skill are both skewed, as one good roll is worth many bad ones.
    {"skewed", 0, 5,
     [](Random& random) {
       const double luck = -1 - std::log(random.uniform());
       return LuckyResult{luck + 0.3 * (-1 - std::log(random.uniform())), luck};
     }},
};

std::vector<LuckyResult> contest(const Kind& kind, int trials, std::uint32_t run) {
  Random random(run);
  std::vector<LuckyResult> results;
  for (int i = 0; i < trials; ++i) results.push_back(kind.draw(random));
  return results;
}

// In 10,000 contests of each kind.
TEST(Adjusted, IntervalsContainTheMeanAsOftenAsTheySay) {
  if (sanitized) GTEST_SKIP() << "the optimized build simulates";
  constexpr int contests = 10'000, trials = 150;
  for (const Kind& kind : kinds) {
    int held = 0;
    double sum = 0, sum_2 = 0;
    for (std::uint32_t run = 0; run < contests; ++run) {
      const auto found = adjusted_results(contest(kind, trials, run));
      held += found.adjusted.range.low <= kind.mean && kind.mean <= found.adjusted.range.high;
      sum += found.adjusted.mean;
      sum_2 += found.adjusted.mean * found.adjusted.mean;
      EXPECT_GE(found.factor, 1) << kind.name;
      EXPECT_LE(found.adjusted.variance, found.plain.variance) << kind.name;
    }
    EXPECT_GE(held, 0.94 * contests) << kind.name;
    EXPECT_LE(held, 0.96 * contests) << kind.name;
    const double error = std::sqrt((sum_2 / contests - sum * sum / contests / contests) / contests);
    EXPECT_NEAR(sum / contests, kind.mean, 4.5 * error) << kind.name << " is biased";
  }
}

TEST(Adjusted, TakesAwayTheShareOfLuckThatTellsMost) {
  for (const Kind& kind : kinds)
    EXPECT_GE(adjusted_results(contest(kind, 20'000, 1)).factor, kind.least_factor) << kind.name;
  EXPECT_NEAR(adjusted_results(contest(kinds[0], 20'000, 1)).coefficient, 1, 0.01);
  EXPECT_NEAR(adjusted_results(contest(kinds[2], 20'000, 1)).coefficient, 1. / 3, 0.02);
}

// The two games of a deal with seats swapped, as one trial each: their luck cancels in part.
TEST(Adjusted, CombinesWithMirroredDeals) {
  Random random(1);
  std::vector<LuckyResult> games, deals;
  for (int deal = 0; deal < 20'000; ++deal) {
    const double cards = random.normal();
    LuckyResult sum{0, 0};
    for (const double side : {1., -1.}) {
      const double luck = side * cards + 0.5 * random.normal();
      const LuckyResult game{0.2 + luck + 0.2 * random.normal(), luck};
      games.push_back(game);
      sum.result += game.result;
      sum.luck += game.luck;
    }
    deals.push_back(sum);
  }
  const AdjustedResults by_game = adjusted_results(games), by_deal = adjusted_results(deals);
  EXPECT_NEAR(by_deal.adjusted.mean, 0.4, 0.01);
  EXPECT_LT(by_deal.plain.variance, by_game.plain.variance);
  EXPECT_LT(by_deal.adjusted.variance, by_deal.plain.variance / 5);
}

TEST(Adjusted, SaysLittleOfFewTrials) {
  EXPECT_EQ(adjusted_results({}).trials, 0);
  const std::vector<LuckyResult> one{{3, 1}};
  EXPECT_EQ(adjusted_results(one).plain.mean, 3);
  EXPECT_TRUE(std::isinf(adjusted_results(one).adjusted.range.high));
  const auto few = adjusted_results(contest(kinds[0], trials_for_coefficient - 1, 1));
  EXPECT_EQ(few.coefficient, 0);
  EXPECT_EQ(few.adjusted.mean, few.plain.mean);
  EXPECT_GT(adjusted_results(contest(kinds[0], trials_for_coefficient, 1)).factor, 5);
}

TEST(Adjusted, IsNotDisturbedByResultsThatAreAllEqual) {
  const std::vector<LuckyResult> equal(100, LuckyResult{1, 0});
  const AdjustedResults found = adjusted_results(equal);
  EXPECT_EQ(found.factor, 1);
  EXPECT_NEAR(found.adjusted.variance, 0, 1e-12);
}

}  // namespace
}  // namespace hilltop::rating::adjusted_test
