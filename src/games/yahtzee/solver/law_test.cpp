#include "games/yahtzee/solver/law.hpp"

#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/position_for_test.hpp"

namespace hilltop::yahtzee {
namespace {

// HILLTOP_LONG_TESTS=1: a million games, which is a minute or two.
int games_played() {
  if (std::getenv("HILLTOP_LONG_TESTS") != nullptr) return 1'000'000;
  return sanitized ? 500 : 30'000;
}

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

TEST_P(LawOfGame, AreThoseOfManyGames) {
  if (sanitized && GetParam().first != "koth") GTEST_SKIP() << "one is enough with sanitizers";
  const Rules rules = rules_of(GetParam().first, GetParam().second);
  const WorthTable& table = worth_table(rules.options());
  const Law law = law_of(table, 2);
  EXPECT_NEAR(law.at_least(0), 1, 1e-12);
  EXPECT_NEAR(law.mean(), table.expectation(), 1e-9);
  double boxes = law.upper_bonus + law.yahtzee_bonus;
  for (const double mean : law.box) boxes += mean;
  EXPECT_NEAR(boxes, table.expectation(), 1e-9);

  const int games = games_played();
  const Simulated found = simulate(rules, games);
  int at_least = 0;
  double sum = 0;
  for (int total = 1575; total >= 0; --total) {
    at_least += found.games[static_cast<std::size_t>(total)];
    sum += total * found.games[static_cast<std::size_t>(total)];
    const double chance = law.at_least(total), expected = games * chance;
    EXPECT_NEAR(at_least, expected, 5 * std::sqrt(expected * (1 - chance)) + 1) << total;
  }
  EXPECT_NEAR(sum / games, law.mean(), 5 * law.deviation() / std::sqrt(games));
  for (const Category category : categories) {
    const auto box = static_cast<std::size_t>(category);
    EXPECT_NEAR(found.box[box] / games, law.box[box], 5 * 25 / std::sqrt(games)) << name(category);
  }
}

TEST(Law, IsTheSameForOneThreadAndMore) {
  if (sanitized) GTEST_SKIP() << "takes long with sanitizers";
  const WorthTable& table = worth_table(rules_of("cab201-basic").options());
  EXPECT_EQ(law_of(table, 1).chance, law_of(table, 3).chance);
}

// Glenn, table 3: 254.59 with a standard deviation of 59.61.
TEST(Law, HasThePublishedDeviation) {
  if (sanitized) GTEST_SKIP() << "takes long with sanitizers";
  EXPECT_NEAR(law_of(worth_table(rules_of("cab201-advanced").options()), 2).deviation(), 59.61,
              0.005);
}

}  // namespace
}  // namespace hilltop::yahtzee
