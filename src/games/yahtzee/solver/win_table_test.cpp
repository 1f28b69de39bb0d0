#include "games/yahtzee/solver/win_table.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee::win_table_test {
namespace {

const WorthTable& worths(std::string_view rule_set) {
  return worth_table(rules_of(rule_set).options());
}

// The most open boxes of the cards that are looked at here: with sanitizers rows take long.
constexpr int open_most = sanitized ? 2 : 5;

// Makes the rows of cards with at most `open` open boxes. The table is made from the last box to
// the first, so that these come first. At night all rows are made.
void make(WinTable& table, const OpponentsTotals& opponents, int open, int threads = 2,
          Vectors vectors = widest_here()) {
  struct Enough {};
  std::uint64_t sets = 0;
  for (int boxes = 0; boxes <= open; ++boxes)
    sets += box_sets_by_size()[static_cast<std::size_t>(boxes)].size();
  try {
    table.make(opponents, threads, vectors, [&](std::uint64_t done, std::uint64_t) {
      if (done == sets && !is_night()) throw Enough();
    });
  } catch (const Enough&) {}
}

// Returns a level that rises randomly before the last turns and must be exceeded.
OpponentsTotals any_opponents() {
  OpponentsTotals opponents;
  opponents.end = [](int lead) { return lead == 0 ? 0.5 : lead > 0; };
  opponents.steps[boxes_on_card - 1] = {-2, {0.25f, 0, 0.5f, 0, 0.25f}};
  opponents.steps[boxes_on_card] = {1, {0.5f, 0.5f}};
  return opponents;
}

TEST(WinTables, AreTheSameBitsForAllVectors) {
  const auto made = [](Vectors vectors, int threads) {
    WinTable table(worths("koth"), {-16, 32});
    make(table, any_opponents(), open_most, threads, vectors);
    return table;
  };
  const WinTable table = made(Vectors::baseline, 1);
  for (const Vectors vectors : {Vectors::avx2, Vectors::avx512})
    if (runs_here(vectors)) {
      EXPECT_TRUE(std::ranges::equal(made(vectors, 2).numbers(), table.numbers()));
    }
}

// If every point has the same value, the best chance is that of the best mean, which another table
// has. Tests cards with few open boxes, whose leads stay inside the window.
TEST(WinTables, OfPointsIsTheTableOfMeans) {
  OpponentsTotals points;
  points.end = [](int lead) { return 0.5 + lead / 1024.; };
  for (const char* rule_set : {"koth", "cab201-basic"}) {
    if (sanitized && rule_set == std::string_view("koth")) continue;
    const WorthTable& means = worths(rule_set);
    WinTable table(means, {-96, 192});
    make(table, points, 3);
    for (const Standing& standing : {Standing{{0b100001, 0b000100, YahtzeeBox::zero}, 35},
                                     Standing{{0b011000, 0b000001, YahtzeeBox::zero}, 50},
                                     Standing{{0, 0b000001, YahtzeeBox::zero}, 63}})
      for (const double lead : {-30., 0., 12.5})
        EXPECT_NEAR(table.chance(standing, lead - means.worth(standing)), 0.5 + lead / 1024, 1e-4)
            << rule_set;
  }
}

// The table's value of a card equals its best turn by the table's values of the cards after it,
// which Turn computes from the rules.
TEST(WinTables, AgreeWithTheTurnsBetweenThem) {
  WinTable table(worths("koth"), {-96, 192});
  OpponentsTotals smooth;  // else values between kept leads would not be their mean
  smooth.end = [](int lead) { return std::clamp(0.5 + lead / 60., 0., 1.); };
  make(table, smooth, open_most);
  std::vector<Standing> standings{{{0b100001, 0b000100, YahtzeeBox::fifty}, 35},
                                  {{0, 0b100000}, 63},
                                  {{0b000011, 0b110000, YahtzeeBox::zero}, 60},
                                  {{0b010010, 0b010001, YahtzeeBox::open}, 30}};
  if (is_night()) standings.push_back({{0b111111, 0b111111, YahtzeeBox::open}, 0});
  for (const Standing& standing : standings) {
    if (standing.open_boxes() > open_most && !is_night()) continue;
    for (int lead = -60; lead <= 60; lead += 15) {
      const double ahead = lead - worths("koth").worth(standing);
      const Turn turn(worths("koth").options(), standing, [&](const Standing& after, int points) {
        return table.chance(after, ahead + points);
      });
      EXPECT_NEAR(turn.worth(), table.chance(standing, ahead), 5e-4) << lead;
    }
  }
}

// A level that will rise by four equals one that is four higher.
TEST(WinTables, StepsAreTaken) {
  OpponentsTotals still = any_opponents(), rising = any_opponents();
  still.steps = rising.steps = {};
  rising.steps[boxes_on_card] = {4, {1}};
  WinTable of_still(worths("cab201-basic"), {-48, 96}), of_rising = of_still;
  make(of_still, still, 1);
  make(of_rising, rising, 1);
  const Standing last{{0, 0b100000, YahtzeeBox::zero}, 60};
  for (double ahead = -40; ahead < -10; ++ahead)
    EXPECT_NEAR(of_rising.chance(last, ahead), of_still.chance(last, ahead - 4), 1e-4);
}

// The share of the best response that ignores the others, as in docs/champions.md.
TEST(WinTables, KnowTheShareOfThePlayerThatIgnoresTheOthers) {
  if (!is_night()) GTEST_SKIP() << "HILLTOP_LONG_TESTS=1 makes its table";
  const WorthTable& means = worths("koth");
  const OpponentsTotals opponents = opponents_totals(total_distribution(means, 2), 2);
  WinTable table(means, {-320, 576});
  table.make(opponents, 2, widest_here());
  EXPECT_NEAR(table.chance({}, -opponents.start), 0.5036, 5e-5);
}

}  // namespace
}  // namespace hilltop::yahtzee::win_table_test
