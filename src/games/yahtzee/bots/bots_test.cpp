#include "games/yahtzee/bots/bots.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <vector>

#include "core/build_for_test.hpp"
#include "games/yahtzee/bots/dummy.hpp"
#include "games/yahtzee/bots/greedy.hpp"
#include "games/yahtzee/bots/in_order.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "match/session.hpp"

namespace hilltop::yahtzee::bots_test {
namespace {

namespace fs = std::filesystem;

using enum Category;

using Table = std::vector<std::unique_ptr<Bot<Rules>>>;

Table seated(const std::vector<std::string_view>& names) {
  Table bots;
  for (const std::string_view name : names)
    for (const HouseBot<Rules>& bot : house_bots())
      if (bot.name == name) bots.push_back(bot.make());
  return bots;
}

struct Played {
  Points points;
  std::vector<SeatFault> faults;
};

Played play(const Rules& rules, const Table& bots, std::uint32_t game) {
  std::uint64_t own = 0;
  for (const auto& bot : bots) bot->begin(Chance(++own, game));
  Session<Rules> session(rules, static_cast<int>(bots.size()), Chance(99, game));
  session.play_through([&](Seat seat, const View& view) {
    return bots[static_cast<std::size_t>(seat)]->choose(view);
  });
  return {session.points(), session.faults()};
}

TEST(HouseBots, AreTheseSix) {
  std::vector<std::string_view> names;
  for (const HouseBot<Rules>& bot : house_bots()) names.push_back(bot.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"dummy", "in-order", "greedy", "optimal",
                                                  "champion", "champion-quick"}));
}

TEST(HouseBots, AreAlwaysLegal) {
  const Table bots = seated({"dummy", "in-order", "greedy", "optimal", "dummy"});
  for (const RuleSet& set : rule_sets)
    for (std::uint32_t game = 0; game < (sanitized ? 20 : 300); ++game)
      EXPECT_TRUE(play(rules_of(set.name), bots, game).faults.empty()) << set.name << ' ' << game;
}

// Returns the first seat's share of the win, a fraction if several seats tie.
double share_of_first(const Points& points, int seats) {
  int equals = 0;
  for (int seat = 0; seat < seats; ++seat) {
    if (points[seat] > points[0]) return 0;
    equals += points[seat] == points[0];
  }
  return 1. / equals;
}

// Champions compute their tables, here in a folder of the test.
class Champions : public testing::Test {
 protected:
  void SetUp() override {
    if (sanitized) GTEST_SKIP() << "takes long with sanitizers";
    ASSERT_NE(mkdtemp(folder_.data()), nullptr);
    setenv("XDG_CACHE_HOME", folder_.c_str(), 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Returns the average share of the first seat against Optimals.
  static double share(const char* champion, int seats, std::uint32_t games) {
    std::vector<std::string_view> names(static_cast<std::size_t>(seats), "optimal");
    names[0] = champion;
    const Table bots = seated(names);
    double won = 0;
    for (std::uint32_t game = 0; game < games; ++game) {
      const Played played = play(rules_of("koth"), bots, game);
      EXPECT_TRUE(played.faults.empty()) << game;
      won += share_of_first(played.points, seats);
    }
    return won / games;
  }

  std::string folder_ = testing::TempDir() + "hilltop-champions-XXXXXX";
};

// docs/champions.md has the measured shares; over this many games a share of a sixth has a standard
// error of 0.006.
TEST_F(Champions, QuickOneWinsMoreThanItsShare) {
  if (!is_night()) GTEST_SKIP() << "HILLTOP_LONG_TESTS=1 plays it";
  EXPECT_NEAR(share("champion-quick", 6, 4000), 0.173, 4 * 0.006);
}

TEST_F(Champions, WinMoreThanTheirShare) {
  if (!is_night()) GTEST_SKIP() << "HILLTOP_LONG_TESTS=1 plays it";
  EXPECT_GT(share("champion", 2, 200'000), 0.507 - 2 * 0.0011);
  EXPECT_GT(share("champion", 6, 100'000), 0.1731);
}

// Dice that always show five alike: most turns are jokers.
TEST(HouseBots, AreLegalWhenEveryRollIsAYahtzee) {
  const Table bots = seated({"dummy", "in-order", "greedy"});
  std::vector<std::int64_t> dice;
  for (int roll = 0; roll < 3 * rounds * rolls_a_turn; ++roll)
    dice.insert(dice.end(), dice_rolled, roll % 7 % faces + 1);
  for (const RuleSet& set : rule_sets)
    for (std::uint32_t game = 0; game < 20; ++game)
      EXPECT_TRUE(play(rules_of(set.name, {{"dice", dice}}), bots, game).faults.empty());
}

TEST(HouseBots, RememberNothingOfTheGameBefore) {
  const Table bots = seated({"dummy", "in-order", "greedy"});
  const Points first = play(rules_of("koth"), bots, 5).points;
  play(rules_of("koth"), bots, 6);
  EXPECT_EQ(play(rules_of("koth"), bots, 5).points, first);
}

struct Expectation {
  double mean = 0, variance = 0;
};

// Enumerates all rolls: the score of one box with one roll.
Expectation one_roll_in(Category category) {
  double sum = 0, squares = 0;
  for (int roll = 0; roll < 7776; ++roll) {
    Dice dice{};
    for (int rest = roll; std::uint8_t& face : dice) {
      face = static_cast<std::uint8_t>(rest % faces + 1);
      rest /= faces;
    }
    const int score = natural_score(category, dice);
    sum += score;
    squares += score * score;
  }
  const double mean = sum / 7776;
  return {mean, squares / 7776 - mean * mean};
}

// Convolves the six upper boxes with their bonus, which depends on all of them.
Expectation one_roll_in_each_upper_box() {
  constexpr double of_a_face[] = {3125, 3125, 1250, 250, 25, 1};  // rolls with 0 to 5 of it
  std::vector<double> chance_of_sum{1};
  for (std::size_t face = 1; face <= faces; ++face) {
    std::vector<double> longer(chance_of_sum.size() + 5 * face);
    for (std::size_t sum = 0; sum < chance_of_sum.size(); ++sum)
      for (std::size_t many = 0; many <= 5; ++many)
        longer[sum + many * face] += chance_of_sum[sum] * of_a_face[many] / 7776;
    chance_of_sum = longer;
  }
  double mean = 0, square = 0;
  for (std::size_t sum = 0; sum < chance_of_sum.size(); ++sum) {
    const double total = static_cast<double>(sum) + (sum >= 63 ? 35 : 0);
    mean += chance_of_sum[sum] * total;
    square += chance_of_sum[sum] * total * total;
  }
  return {mean, square - mean * mean};
}

// A bot that never rerolls gives each box a roll of its own. Without jokers (cab201-basic) the
// order of the boxes does not affect the sum.
TEST(HouseBots, OneRollPerBoxHasTheEnumeratedMean) {
  if (sanitized) GTEST_SKIP() << "the optimized build plays thousands of games";
  Expectation exact = one_roll_in_each_upper_box();
  for (const Category category : categories) {
    if (is_upper(category)) continue;
    exact.mean += one_roll_in(category).mean;
    exact.variance += one_roll_in(category).variance;
  }
  constexpr int games = 4000;
  for (const std::string_view name : {"dummy", "in-order"}) {
    const Table bots = seated({name});
    int sum = 0;
    for (std::uint32_t game = 0; game < games; ++game)
      sum += play(rules_of("cab201-basic"), bots, game).points[0];
    EXPECT_NEAR(static_cast<double>(sum) / games, exact.mean, 4 * std::sqrt(exact.variance / games))
        << name;
  }
}

TEST(HouseBots, EachBoxOfInOrderHasTheEnumeratedMean) {
  if (sanitized) GTEST_SKIP() << "the optimized build plays thousands of games";
  constexpr int games = 4000;
  const Rules basic = rules_of("cab201-basic");
  std::array<int, boxes_on_card> sums{};
  for (std::uint32_t game = 0; game < games; ++game) {
    const Chance chance(7, game);
    State state = basic.start(1, chance);
    while (basic.turn(state))
      basic.apply(state, InOrder{}.choose(basic.view(state, Seat(0))), chance);
    for (const Category category : categories)
      sums[static_cast<std::size_t>(category)] += state.cards[0].box(category);
  }
  for (const Category category : categories) {
    const Expectation exact = one_roll_in(category);
    EXPECT_NEAR(static_cast<double>(sums[static_cast<std::size_t>(category)]) / games, exact.mean,
                4 * std::sqrt(exact.variance / games))
        << name(category);
  }
}

// A roll of five dice is a Yahtzee with probability 1/1296.
TEST(HouseBots, AYahtzeeFallsOnceIn1296Rolls) {
  if (sanitized) GTEST_SKIP() << "the optimized build plays thousands of games";
  constexpr int games = 20000;
  const Rules basic = rules_of("cab201-basic");
  int yahtzees = 0;
  for (std::uint32_t game = 0; game < games; ++game) {
    const Chance chance(3, game);
    State state = basic.start(1, chance);
    while (basic.turn(state)) {
      yahtzees += is_yahtzee(state.dice);
      basic.apply(state, InOrder{}.choose(basic.view(state, Seat(0))), chance);
    }
  }
  constexpr double rolls = games * rounds, p = 1. / 1296;
  EXPECT_NEAR(yahtzees, rolls * p, 4 * std::sqrt(rolls * p * (1 - p)));
}

// The signature of the house bots' play: it changes if and only if the bots or the dice do.
TEST(HouseBots, Signature) {
  const Table bots = seated({"dummy", "in-order", "greedy"});
  Points sums{0, 0, 0};
  for (std::uint32_t game = 0; game < 100; ++game) {
    const Points points = play(rules_of("koth"), bots, game).points;
    for (int seat = 0; seat < points.size(); ++seat) sums[seat] += points[seat];
  }
  EXPECT_EQ(sums, (Points{4878, 4518, 19779}));
}

Move choice(Bot<Rules>& bot, const Dice& dice, const Boxes& filled, int stage = 0) {
  const Rules koth = rules_of("koth");
  State state = position(koth, dice, filled);
  state.stage = stage;
  return bot.choose(koth.view(state, Seat(0)));
}

TEST(InOrder, FillsTheFirstBoxThatIsAllowed) {
  InOrder bot;
  EXPECT_EQ(choice(bot, {6, 6, 6, 1, 2}, {}), Move(Score{aces}));
  EXPECT_EQ(choice(bot, {6, 6, 6, 1, 2}, {{aces, 1}}), Move(Score{twos}));
  EXPECT_EQ(choice(bot, {6, 6, 6, 6, 6}, {{yahtzee, 0}}), Move(Score{sixes}));
  Boxes all_but_two;
  for (const Category category : categories)
    if (category != chance && category != yahtzee) all_but_two.emplace_back(category, 0);
  EXPECT_EQ(choice(bot, {1, 1, 1, 1, 1}, all_but_two), Move(Score{chance}));
}

TEST(Dummy, TakesEveryBoxAboutAsOften) {
  std::array<int, boxes_on_card> taken{};
  Dummy bot;
  for (std::uint32_t game = 0; game < 13000; ++game) {
    bot.begin(Chance(1, game));
    const Move move = choice(bot, {6, 6, 6, 1, 2}, {});
    ++taken[static_cast<std::size_t>(std::get<Score>(move).category)];
  }
  for (const int times : taken) EXPECT_NEAR(times, 1000, 125);  // 4 standard deviations
}

TEST(Greedy, ScoresAFinishedCombination) {
  Greedy bot;
  EXPECT_EQ(choice(bot, {3, 3, 3, 5, 5}, {}), Move(Score{full_house}));
  EXPECT_EQ(choice(bot, {1, 2, 3, 4, 5}, {}), Move(Score{large_straight}));
  EXPECT_EQ(choice(bot, {1, 2, 3, 4, 5}, {{large_straight, 0}}), Move(Score{small_straight}));
  EXPECT_EQ(choice(bot, {4, 4, 4, 4, 4}, {}, 1), Move(Score{yahtzee}));
  EXPECT_EQ(choice(bot, {4, 4, 4, 4, 4}, {{yahtzee, 50}, {fours, 8}}), Move(Score{large_straight}));
  EXPECT_EQ(choice(bot, {4, 4, 4, 4, 4}, {{yahtzee, 50}}), Move(Score{fours}));
}

TEST(Greedy, KeepsTheMostCommonFaceAndTheHigherOfEquals) {
  Greedy bot;
  EXPECT_EQ(choice(bot, {3, 3, 1, 6, 5}, {}), Move(keep({0, 1})));
  EXPECT_EQ(choice(bot, {3, 5, 3, 5, 6}, {}, 1), Move(keep({1, 3})));
  EXPECT_EQ(choice(bot, {1, 2, 3, 5, 6}, {}), Move(keep({4})));
  EXPECT_EQ(choice(bot, {6, 2, 2, 2, 6}, {{full_house, 0}}), Move(keep({1, 2, 3})));
}

TEST(Greedy, TakesTheBestScoreAtTheEndAndTheCheapestOfEquals) {
  Greedy bot;
  EXPECT_EQ(choice(bot, {6, 6, 6, 1, 2}, {}, 2), Move(Score{three_of_a_kind}));
  EXPECT_EQ(choice(bot, {6, 6, 6, 6, 2}, {}, 2), Move(Score{four_of_a_kind}));
  EXPECT_EQ(choice(bot, {6, 6, 5, 1, 2}, {}, 2), Move(Score{chance}));
  EXPECT_EQ(choice(bot, {6, 6, 5, 5, 2}, {{chance, 9}, {sixes, 6}, {fives, 5}, {twos, 2}}, 2),
            Move(Score{aces}));
}

}  // namespace
}  // namespace hilltop::yahtzee::bots_test
