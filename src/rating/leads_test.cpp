#include "rating/leads.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

#include "core/build_for_test.hpp"
#include "rating/elo.hpp"
#include "rating/random_for_test.hpp"

namespace hilltop::rating::leads_test {
namespace {

using Amounts = std::vector<std::int64_t>;

DealSums deals(std::vector<std::size_t> bots, const std::vector<Amounts>& amounts, int games = 1) {
  DealSums sums(std::move(bots), games);
  for (const Amounts& deal : amounts) sums.add(deal);
  return sums;
}

// The textbook: the mean of differences, and their standard error with n - 1.
TEST(Leads, OfTwoAreTheMeanOfTheirDifferences) {
  const DealSums sums = deals({0, 1}, {{3, -3}, {-1, 1}, {5, -5}, {1, -1}});  // 6, -2, 10, 2
  const auto found = leads(2, {&sums, 1});
  EXPECT_NEAR(found[0]->lead - found[1]->lead, 4, 1e-9);
  EXPECT_NEAR(found[0]->lead + found[1]->lead, 0, 1e-9);
  const double error = std::sqrt((4 + 36 + 36 + 4) / 3.0 / 4);
  // The leads of two are opposite, so each has half the margin of their difference.
  EXPECT_NEAR(*found[0]->margin, errors_of_95 * error / 2, 1e-9);
  EXPECT_EQ(found[0]->group, 0u);
}

TEST(Leads, ArePerGameAlsoIfADealHasTwo) {
  const DealSums one = deals({0, 1}, {{3, -3}, {1, -1}, {-1, 1}, {5, -5}});
  const DealSums two = deals({0, 1}, {{4, -4}, {4, -4}}, 2);
  const auto by_games = leads(2, {&one, 1}), by_deals = leads(2, {&two, 1});
  EXPECT_NEAR(by_games[0]->lead, by_deals[0]->lead, 1e-9);
  EXPECT_NEAR(*by_deals[0]->margin, 0, 1e-6) << "both deals are alike, whatever their games are";
  EXPECT_GT(*by_games[0]->margin, 1);
}

TEST(Leads, OfAPotThatOthersFillAreTheSame) {
  const DealSums few = deals({0, 1, 2}, {{2, -1, -1}, {4, 0, -4}});
  const DealSums more = deals({0, 1, 2}, {{102, 99, 99}, {1004, 1000, 996}});
  const auto a = leads(3, {&few, 1}), b = leads(3, {&more, 1});
  for (std::size_t bot = 0; bot < 3; ++bot) EXPECT_NEAR(a[bot]->lead, b[bot]->lead, 1e-9);
  EXPECT_NEAR(a[0]->lead, 3, 1e-9);
}

TEST(Leads, AddUpAlongAChain) {
  const std::vector<DealSums> chain{deals({0, 1}, {{5, 0}, {5, 0}}), deals({1, 2}, {{7, 0}})};
  const auto found = leads(4, chain);
  EXPECT_NEAR(found[0]->lead - found[2]->lead, 12, 1e-9);
  EXPECT_NEAR(found[0]->lead + found[1]->lead + found[2]->lead, 0, 1e-9);
  EXPECT_FALSE(found[3]) << "it has met nobody";
}

TEST(Leads, OfBotsThatNothingLinksAreOfTheirGroup) {
  const std::vector<DealSums> apart{deals({0, 2}, {{1, 0}, {3, 0}}), deals({1, 3}, {{9, 0}})};
  const auto found = leads(4, apart);
  EXPECT_EQ(found[0]->group, 0u);
  EXPECT_EQ(found[2]->group, 0u);
  EXPECT_EQ(found[1]->group, 1u);
  EXPECT_NEAR(found[1]->lead, 4.5, 1e-9);
  EXPECT_TRUE(found[0]->margin);
  EXPECT_FALSE(found[1]->margin) << "one deal says nothing of the noise";
}

TEST(Leads, OfNoBotsAndNoGames) {
  EXPECT_TRUE(leads(0, {}).empty());
  const DealSums none({0, 1}, 1);
  EXPECT_FALSE(leads(2, {&none, 1})[0]);
  const DealSums alone = deals({0}, {{5}});
  EXPECT_FALSE(leads(1, {&alone, 1})[0]) << "a bot that plays alone leads nobody";
  const DealSums unknown = deals({0, 7}, {{5, 1}});
  EXPECT_THROW(leads(2, {&unknown, 1}), std::out_of_range);
}

// Simulated leads, whose noise differs from pair to pair and is shared by the games of a deal.
TEST(Leads, IntervalsContainTheTruth) {
  if (sanitized) GTEST_SKIP() << "the optimized build simulates";
  constexpr std::size_t bots = 5;
  constexpr int tables = 2000, deals_of_a_pair = 12;
  int inside = 0, all = 0;
  for (std::uint32_t table = 0; table < tables; ++table) {
    Random random(table);
    std::vector<double> truth;
    for (std::size_t bot = 0; bot < bots; ++bot) truth.push_back(200 * random.normal());
    const double mean = std::reduce(truth.begin(), truth.end()) / bots;
    std::vector<DealSums> sums;
    for (std::size_t a = 0; a < bots; ++a)
      for (std::size_t b = a + 1; b < bots; ++b) {
        DealSums& pair = sums.emplace_back(std::vector{a, b}, 2);
        for (int deal = 0; deal < deals_of_a_pair; ++deal) {
          const double noise = (a == 0 ? 2000 : 500) * random.normal();
          const auto won = std::llround(2 * (truth[a] - truth[b]) + noise);
          pair.add(Amounts{won, 0});
        }
      }
    const auto found = leads(bots, sums);
    for (std::size_t bot = 0; bot < bots; ++bot, ++all)
      inside += std::abs(found[bot]->lead - (truth[bot] - mean)) < *found[bot]->margin;
  }
  EXPECT_NEAR(static_cast<double>(inside) / all, 0.95, 0.015);
}

}  // namespace
}  // namespace hilltop::rating::leads_test
