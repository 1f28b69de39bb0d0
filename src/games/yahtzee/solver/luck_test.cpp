// The luck of games, by the solved game.
#include <gtest/gtest.h>

#include "games/yahtzee/bots/greedy.hpp"
#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/solver/score_worth.hpp"
#include "match/luck_laws.hpp"

namespace hilltop::yahtzee::luck_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

Move random_move(const Rules& rules, const View& view, Draw& pick) {
  const auto legal = rules.legal_moves(view);
  return legal[pick.below(static_cast<std::uint32_t>(legal.size()))];
}

double score(const State& state, std::uint64_t, int seat) {
  return state.cards[static_cast<std::size_t>(seat)].total();
}

TEST(ScoreLuck, IsTheResultInParts) {
  for (const RuleSet& set : rule_sets) {
    const Rules rules = rules_of(set.name);
    ScoreWorth worth(worth_table(rules.options()));
    for (const int seats : {1, 2, 6})
      for (std::uint32_t game = 0; game < 3; ++game) {
        const Chance chance(17, game);
        Draw pick = Chance(18, game).on(0);
        const auto choose = [&](Seat, const View& view) { return random_move(rules, view, pick); };
        check_luck<ChanceEvents>(rules, seats, chance, worth, true, choose, score, expect);
        check_exact_worth<ChanceEvents>(rules, seats, chance, worth, choose, expect);
      }
  }
}

TEST(ScoreLuck, OfOptimalPlayIsAllThereIs) {
  const Rules rules = rules_of("koth");
  ScoreWorth worth(worth_table(rules.options()));
  Optimal bot;
  for (std::uint32_t game = 0; game < 5; ++game) {
    GameLuck<Rules, ChanceEvents, ScoreWorth> luck(rules, 2, Chance(3, game), worth);
    Session<Rules> session(rules, 2, Chance(3, game));
    session.play_through([&](Seat, const View& view) { return bot.choose(view); }, luck);
    for (const int seat : {0, 1}) {
      EXPECT_NEAR(luck[seat].choices, 0, 1e-9);
      EXPECT_NEAR(luck[seat].start, 254.587728734, 1e-8);
      EXPECT_NEAR(luck[seat].start + luck[seat].luck, session.points()[seat], 1e-9);
    }
  }
}

TEST(ScoreLuck, ASeatThatLeavesLosesWhatItStillHadToCome) {
  const Rules rules = rules_of("cab201-basic");
  ScoreWorth worth(worth_table(rules.options()));
  GameLuck<Rules, ChanceEvents, ScoreWorth> luck(rules, 2, Chance(3, 0), worth);
  const double first = luck.worths()[0];
  luck.forfeits(Seat(0), Fault{FaultKind::crashed, ""});
  EXPECT_NEAR(luck[0].choices, -first, 1e-9);
  EXPECT_EQ(luck[0].result(), 0);
  EXPECT_NEAR(luck[1].others, 0, 1e-9);
}

// A row of the course's game, computed independently by the author of the figures: one roll, scored
// at once. Of the cards only the upper totals of rows 4 and 6 do not follow from the rows: 10 is
// the only one that gives these figures, and 57 stands for all from 57 to 62.
struct Row {
  int turn;
  Standing card;
  Dice dice;
  Category scored;
  double luck, cost;  // points
};

Standing standing(unsigned upper, unsigned lower, int upper_total) {
  return {{upper, lower, YahtzeeBox::open}, upper_total};
}

const Row rows[] = {
    {1, standing(0b111111, 0b111111, 0), {1, 3, 1, 4, 1}, Category::aces, -1.1, 6.3},
    {2, standing(0b111110, 0b111111, 3), {2, 2, 2, 2, 2}, Category::twos, 32.9, 27.3},
    {4, standing(0b111000, 0b111111, 10), {1, 2, 3, 4, 5}, Category::fours, 9.6, 23.9},
    {6, standing(0b100000, 0b111111, 57), {6, 6, 6, 6, 4}, Category::sixes, 17.4, 13.5},
    {12, standing(0b000000, 0b100000, 40), {5, 5, 5, 5, 5}, Category::chance, 46.1, 46.0},
};

TEST(CourseGame, HasTheLuckAndTheLossesOfItsRows) {
  const WorthTable& table = worth_table(rules_of("cab201-basic").options());
  EXPECT_NEAR(table.expectation(), 245.87, 0.005);
  for (const Row& row : rows) {
    const Turn turn(table, row.card);
    const int roll = keeps.number(row.dice);
    const double best = turn.best(last_stage, roll);
    EXPECT_NEAR(best - turn.worth(), row.luck, 0.05) << row.turn;
    EXPECT_NEAR(best - turn.box(roll, row.scored).value(), row.cost, 0.05) << row.turn;
  }
  const auto best_box = [&](const Row& row) {
    const Turn turn(table, row.card);
    const int roll = keeps.number(row.dice);
    return turn.made(last_stage, roll) ? std::optional(turn.best_box(roll)) : std::nullopt;
  };
  EXPECT_EQ(best_box(rows[0]), std::nullopt);
  EXPECT_EQ(best_box(rows[1]), Category::yahtzee);
  EXPECT_EQ(best_box(rows[2]), Category::large_straight);
  EXPECT_EQ(best_box(rows[3]), std::nullopt);
  EXPECT_EQ(best_box(rows[4]), Category::yahtzee);
}

// The first two rows as they are played, with the dice of a file.
TEST(CourseGame, IsAnalysedAsItIsPlayed) {
  const Rules rules =
      rules_of("cab201-basic",
               {{"dice", std::vector<std::int64_t>{1, 3, 1, 4, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3}}});
  ScoreWorth worth(worth_table(rules.options()));
  std::vector<double> changes;
  const auto tell = [&](const LuckStep& step) { changes.push_back(step.to[0] - step.from[0]); };
  GameLuck<Rules, ChanceEvents, ScoreWorth> luck(rules, 1, any_luck, worth, tell);
  luck.played(Seat(0), Score{Category::aces}, tell);
  luck.played(Seat(0), Score{Category::twos}, tell);
  changes.resize(4);  // without the third roll
  for (const std::size_t row : {0u, 1u}) {
    EXPECT_NEAR(changes[2 * row], rows[row].luck, 0.05);
    EXPECT_NEAR(changes[2 * row + 1], -rows[row].cost, 0.05);
  }
}

}  // namespace
}  // namespace hilltop::yahtzee::luck_test
