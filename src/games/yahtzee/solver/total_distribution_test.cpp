#include "games/yahtzee/solver/total_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/solver/distributions_for_test.hpp"

namespace hilltop::yahtzee::total_distribution_test {
namespace {

// With HILLTOP_LONG_TESTS=1 a million games per rule set, two minutes each.
int games_played() {
  if (is_night()) return 1'000'000;
  return sanitized ? 500 : 5'000;
}

// Probability that a bound below is exceeded although the distribution is right; there are 16
// bounds for each of four games. Seeds are fixed: a bound that holds keeps holding until play
// changes.
constexpr double false_alarm = 1e-6;

struct Simulated {
  std::vector<int> games;  // by total
  std::array<double, boxes_on_card> box{};
};

Simulated simulate(const Rules& rules, int games) {
  Simulated found{std::vector<int>(1576), {}};
  Optimal bot;
  for (int game = 0; game < games; ++game) {
    const Chance luck(11, static_cast<std::uint32_t>(game));
    State state = rules.start(1, luck);
    while (rules.turn(state)) rules.apply(state, bot.choose(rules.view(state, Seat(0))), luck);
    ++found.games[static_cast<std::size_t>(state.cards[0].total())];
    for (const Category category : categories)
      found.box[static_cast<std::size_t>(category)] += state.cards[0].box(category);
  }
  return found;
}

class LawOfGame : public testing::TestWithParam<std::pair<std::string_view, Switches>> {};

INSTANTIATE_TEST_SUITE_P(EveryGame, LawOfGame,
                         testing::Values(std::pair("koth", Switches{}),
                                         std::pair("koth", Switches{{"joker_after_zero", false}}),
                                         std::pair("cab201-basic", Switches{}),
                                         std::pair("cab201-advanced", Switches{})),
                         [](const auto& param) { return "game" + std::to_string(param.index); });

// Returns the largest difference between the share of games with at least some total and its
// probability.
double distance(const TotalDistribution& distribution, const Simulated& found, int games) {
  double most = 0, chance = 0;
  int at_least = 0;
  for (std::size_t total = found.games.size(); total-- > 0;) {
    at_least += found.games[total];
    if (total < distribution.chance.size()) chance += distribution.chance[total];
    most = std::max(most, std::abs(static_cast<double>(at_least) / games - chance));
  }
  return most;
}

// Bound for any distribution: P. Massart, "The tight constant in the Dvoretzky-Kiefer-Wolfowitz
// inequality", 1990.
double distance_max(int games) { return std::sqrt(std::log(2 / false_alarm) / (2. * games)); }

struct ChiSquare {
  double sum = 0;
  int bins = 0;

  // B. Laurent, P. Massart, "Adaptive estimation of a quadratic functional", 2000, lemma 1.
  double most() const {
    const double x = -std::log(false_alarm), freedom = bins - 1;
    return freedom + 2 * std::sqrt(freedom * x) + 2 * x;
  }
};

// Groups neighbouring totals into bins with 50 expected games each.
ChiSquare chi_square(const TotalDistribution& distribution, const Simulated& found, int games) {
  constexpr double least = 50;
  ChiSquare chi;
  double left = games, expected = 0;
  int seen = 0;
  for (std::size_t total = 0; total < found.games.size(); ++total) {
    const double more = total < distribution.chance.size() ? games * distribution.chance[total] : 0;
    expected += more;
    left -= more;
    seen += found.games[total];
    const bool last = total + 1 == found.games.size();
    if (!last && (expected < least || left < least)) continue;
    chi.sum += (seen - expected) * (seen - expected) / expected;
    ++chi.bins;
    expected = seen = 0;
  }
  return chi;
}

TEST_P(LawOfGame, IsThatOfManyGames) {
  if (sanitized) GTEST_SKIP() << "the optimized build plays them";
  const Rules rules = rules_of(GetParam().first, GetParam().second);
  const WorthTable& table = worth_table(rules.options());
  const TotalDistribution distribution = GetParam().second.empty()
                                             ? distribution_of(GetParam().first).distribution
                                             : total_distribution(table, 2);
  EXPECT_NEAR(distribution.at_least(0), 1, 1e-12);
  EXPECT_NEAR(distribution.mean(), table.expectation(), 1e-9);
  double boxes = distribution.upper_bonus + distribution.yahtzee_bonus;
  for (const double mean : distribution.box) boxes += mean;
  EXPECT_NEAR(boxes, table.expectation(), 1e-9);

  const int games = games_played();
  const Simulated found = simulate(rules, games);
  const ChiSquare chi = chi_square(distribution, found, games);
  EXPECT_LE(distance(distribution, found, games), distance_max(games));
  EXPECT_LE(chi.sum, chi.most()) << chi.bins;
  double sum = 0;
  for (std::size_t total = 0; total < found.games.size(); ++total)
    sum += static_cast<double>(total) * found.games[total];
  EXPECT_NEAR(sum / games, distribution.mean(),
              4.9 * distribution.deviation() / std::sqrt(games));  // normal distribution
  for (const Category category : categories) {  // W. Hoeffding, 1963: values from 0 to 50
    const auto box = static_cast<std::size_t>(category);
    EXPECT_NEAR(found.box[box] / games, distribution.box[box], yahtzee_score * distance_max(games))
        << name(category);
  }
}

// The bounds above can fail: they do for games of koth against cab201-basic.
TEST(TotalDistribution, IsNotThatOfOtherGames) {
  if (sanitized) GTEST_SKIP() << "too few games to tell";
  constexpr int games = 5'000;
  const Simulated found = simulate(rules_of("cab201-basic"), games);
  const TotalDistribution& distribution = distribution_of("koth").distribution;
  const ChiSquare chi = chi_square(distribution, found, games);
  EXPECT_GT(distance(distribution, found, games), distance_max(games));
  EXPECT_GT(chi.sum, chi.most());
}

// Glenn, table 3: 254.59 with a standard deviation of 59.61.
TEST(TotalDistribution, HasThePublishedDeviation) {
  if (sanitized) GTEST_SKIP() << "takes long with sanitizers";
  EXPECT_NEAR(distribution_of("cab201-advanced").distribution.deviation(), 59.61, 0.005);
}

}  // namespace
}  // namespace hilltop::yahtzee::total_distribution_test
