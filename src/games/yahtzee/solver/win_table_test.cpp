#include "games/yahtzee/solver/win_table.hpp"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <utility>

#include "core/build_for_test.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/solver/distributions_for_test.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee::win_table_test {
namespace {

const WorthTable& worths(std::string_view rule_set) {
  return worth_table(rules_of(rule_set).options());
}

// The most open boxes of the cards that are looked at here: with sanitizers rows take long.
constexpr int open_most = sanitized ? 2 : 4;

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
    WinTable table(worths("koth"), {-64, 128});
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
    WinTable table(means, {-128, 256});
    constexpr int open = sanitized ? 2 : 3;
    make(table, points, open);
    for (const Standing& standing : {Standing{{0b100001, 0b000100, YahtzeeBox::zero}, 35},
                                     Standing{{0b011000, 0b000001, YahtzeeBox::zero}, 50},
                                     Standing{{0b010000, 0b000001, YahtzeeBox::zero}, 50},
                                     Standing{{0, 0b000001, YahtzeeBox::zero}, 63}}) {
      if (standing.open_boxes() > open) continue;
      for (const double lead : {-30., 0., 12.5})
        EXPECT_NEAR(table.chance(standing, lead - means.worth(standing)), 0.5 + lead / 1024, 1e-4)
            << rule_set;
    }
  }
}

// The table's value of a card equals its best turn by the table's values of the cards after it,
// which Turn computes from the rules: nearly, if leads are apart.
TEST(WinTables, AgreeWithTheTurnsBetweenThem) {
  OpponentsTotals smooth;  // else values between kept leads would not be their mean
  smooth.end = [](int lead) { return std::clamp(0.5 + lead / 60., 0., 1.); };
  std::vector<Standing> standings{{{0b100001, 0b000100, YahtzeeBox::fifty}, 35},
                                  {{0, 0b100000}, 63},
                                  {{0b000011, 0b110000, YahtzeeBox::zero}, 60},
                                  {{0b000010, 0b010001, YahtzeeBox::open}, 30}};
  if (is_night()) standings.push_back({{0b111111, 0b111111, YahtzeeBox::open}, 0});
  for (const auto& [apart, error] : {std::pair(1, 5e-4), std::pair(leads_apart_max, 3e-3)}) {
    WinTable table(worths("koth"), {-128, 256, apart});
    make(table, smooth, open_most);
    for (const Standing& standing : standings) {
      if (standing.open_boxes() > open_most && !is_night()) continue;
      for (int lead = -60; lead <= 60; lead += 15) {
        const double ahead = lead - worths("koth").worth(standing);
        const Turn turn(worths("koth").options(), standing, [&](const Standing& after, int points) {
          return table.chance(after, ahead + points);
        });
        EXPECT_NEAR(turn.worth(), table.chance(standing, ahead), error) << lead;
      }
    }
  }
}

// A level that will rise by four equals one that is four higher.
TEST(WinTables, StepsAreTaken) {
  OpponentsTotals still = any_opponents(), rising = any_opponents();
  still.steps = rising.steps = {};
  rising.steps[boxes_on_card] = {4, {1}};
  WinTable of_still(worths("cab201-basic"), {-64, 128}), of_rising = of_still;
  make(of_still, still, 1);
  make(of_rising, rising, 1);
  const Standing last{{0, 0b100000, YahtzeeBox::zero}, 60};
  for (double ahead = -40; ahead < -10; ++ahead)
    EXPECT_NEAR(of_rising.chance(last, ahead), of_still.chance(last, ahead - 4), 1e-4);
}

// Returns a level that moves by up to `step` points before each turn, here or there alike.
OpponentsTotals restless_opponents(int step) {
  OpponentsTotals opponents;
  opponents.end = [](int lead) { return lead == 0 ? 0.5 : lead > 0; };
  Steps steps{-step, {}};
  for (int by = -step; by <= step; ++by)
    steps.chance.push_back(static_cast<float>(step + 1 - std::abs(by)) /
                           static_cast<float>((step + 1) * (step + 1)));
  opponents.steps.fill(steps);
  return opponents;
}

// A player that chooses by one table, in games that another table judges.
class Judged {
 public:
  Judged(const WinTable& player, const WinTable& judge, const OpponentsTotals& opponents,
         const Chance& luck)
      : player_(player), judge_(judge), opponents_(opponents), luck_(luck.on(0)) {}

  // Plays to the end. Returns the chance to win that the choices cost.
  double loss(Standing standing, double ahead) {
    double loss = 0;
    while (standing.open_boxes() > 0) {
      ahead -=
          step(opponents_.steps[static_cast<std::size_t>(boxes_on_card - standing.open_boxes())]);
      const auto turn = [&](const WinTable& table) {
        return Turn(worths("koth").options(), standing, [&](const Standing& after, int points) {
          return table.chance(after, ahead + points);
        });
      };
      const auto [box, points] = play(turn(player_), turn(judge_), loss);
      const int bonus = points > yahtzee_score ? yahtzee_bonus_score : 0;
      standing = standing.after(box, points - bonus);
      ahead += points;
    }
    return loss;
  }

 private:
  std::pair<Category, int> play(const Turn& turn, const Turn& judged, double& loss) {
    Dice dice{};
    std::size_t kept = 0;
    for (int rolls_left = 2;; --rolls_left) {
      for (; kept < dice.size(); ++kept)
        dice[kept] = static_cast<std::uint8_t>(luck_.below(faces) + 1);
      const int roll = keeps.number(dice);
      const double best = judged.best(rolls_left, roll);
      if (turn.made(rolls_left, roll)) {
        const Category box = turn.best_box(roll);
        loss += best - *judged.box(roll, box);
        return {box, turn.points(roll, box)};
      }
      const int keep = turn.best_keep(rolls_left, roll);
      loss += best - judged.keep(rolls_left, keep);
      kept = 0;
      for (std::uint8_t face = 0; face < faces; ++face)
        for (int count = keeps.counts(keep)[face]; count > 0; --count)
          dice[kept++] = static_cast<std::uint8_t>(face + 1);
    }
  }

  int step(const Steps& steps) {
    float left = static_cast<float>(luck_.word32()) * 0x1p-32f;
    int step = steps.lowest;
    for (const float chance : steps.chance) {
      if (left < chance) break;
      left -= chance;
      ++step;
    }
    return std::min(step, steps.lowest + static_cast<int>(steps.chance.size()) - 1);
  }

  const WinTable& player_;
  const WinTable& judge_;
  const OpponentsTotals& opponents_;
  Draw luck_;
};

// The promise of WinTable: leads that are some points apart cost less than 0.001 % of a win per
// game. Here the last turns of games; at night whole games against the opponents of a champion.
TEST(WinTables, LeadsApartCostNextToNothing) {
  if (sanitized) GTEST_SKIP() << "the table of every lead takes long with sanitizers";
  const auto opponents = [] {
    if (!is_night()) return restless_opponents(24);
    const TotalGrowth& growth = distribution_of("koth").growth;
    return opponents_totals(level_distribution(Forecast(growth), growth, 1), false);
  }();
  WinTable apart(worths("koth"), {-192, 384}), every(worths("koth"), {-192, 384, 1});
  constexpr int turns = 4;
  make(apart, opponents, turns);
  make(every, opponents, turns);
  constexpr int games = 500;
  double loss = 0;
  for (std::uint32_t game = 0; game < games; ++game) {
    const Chance luck(1, game);
    Draw draw = luck.on(1);
    Standing standing;
    if (!is_night()) {
      while (standing.open_boxes() > turns) {
        const Category box = categories[draw.below(boxes_on_card)];
        if (!standing.open(box)) continue;
        const int score = is_upper(box) ? 3 * (index(box) + 1) : yahtzee_score;
        standing = standing.after(box, score);
      }
    }
    const double ahead =
        is_night() ? -opponents.start : draw.below(121) - 60. - worths("koth").worth(standing);
    loss += Judged(apart, every, opponents, luck).loss(standing, ahead);
  }
  EXPECT_LT(loss / games, 1e-5);
  EXPECT_GT(loss, 0);  // they are different tables
}

// The share of the best response that ignores the others, as in docs/champions.md.
TEST(WinTables, KnowTheShareOfThePlayerThatIgnoresTheOthers) {
  if (!is_night()) GTEST_SKIP() << "HILLTOP_LONG_TESTS=1 makes its table";
  const WorthTable& means = worths("koth");
  const OpponentsTotals opponents = opponents_totals(total_distribution(means, 2), 2);
  WinTable table(means, {-320, 640});
  table.make(opponents, 2, widest_here());
  EXPECT_NEAR(table.chance({}, -opponents.start), 0.5036, share_precision);
}

}  // namespace
}  // namespace hilltop::yahtzee::win_table_test
