// The luck of games, by the solved game.
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

#include "games/yahtzee/bots/dummy.hpp"
#include "games/yahtzee/bots/greedy.hpp"
#include "games/yahtzee/bots/known_bots.hpp"
#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/solver/score_worth.hpp"
#include "games/yahtzee/solver/turn.hpp"
#include "games/yahtzee/solver/win_worth.hpp"
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

TEST(WinLuck, IsTheResultInParts) {
  for (const RuleSet& set : std::span(rule_sets).first(sanitized ? 1 : rule_sets.size())) {
    const Rules rules = rules_of(set.name);
    WinWorth worth(worth_table(rules.options()), deviations(rules.options()));
    for (const int seats : {1, 2, 3, 6}) {
      constexpr std::uint32_t game = 0;
      const Chance chance(17, game);
      Draw pick = Chance(18, game).on(0);
      const auto choose = [&](Seat, const View& view) { return random_move(rules, view, pick); };
      const auto share = [](const State& state, std::uint64_t, int seat) {
        return share_of_win(state, seat);
      };
      check_luck<ChanceEvents>(rules, seats, chance, worth, false, choose, share, expect);
      check_exact_worth<ChanceEvents>(rules, seats, chance, worth, choose, expect);
    }
  }
}

TEST(WinLuck, OfAllSeatsSumsToNothing) {
  const Rules rules = rules_of("koth");
  WinWorth worth(worth_table(rules.options()), deviations(rules.options()));
  Greedy bot;
  for (const int seats : {2, 4, 6}) {
    Session<Rules> session(rules, seats, any_luck);
    GameLuck<Rules, ChanceEvents, WinWorth> luck(rules, seats, any_luck, worth);
    session.play_through([&](Seat, const View& view) { return bot.choose(view); }, luck);
    SeatLuck sum;
    for (int seat = 0; seat < seats; ++seat) {
      sum.start += luck[seat].start;
      sum.luck += luck[seat].luck;
      sum.choices += luck[seat].choices + luck[seat].others;
    }
    EXPECT_NEAR(sum.start, 1, 1e-12) << seats;
    EXPECT_NEAR(sum.luck, 0, 1e-12) << seats;
    EXPECT_NEAR(sum.choices, 0, 1e-12) << seats;
  }
}

// Shares of two seats are computed by their lead, and those of three otherwise.
TEST(WinLuck, OfTwoSeatsIsThatOfThreeWithoutTheThird) {
  const Rules rules = rules_of("koth");
  WinWorth worth(worth_table(rules.options()), deviations(rules.options()));
  for (const int filled : {9, 11, 12})
    for (const int mover : {0, 1}) {
      std::array<double, 3> two{}, three{};
      for (const int seats : {2, 3}) {
        State game = position(rules, {1, 2, 4, 4, 6}, {}, seats);
        for (const Category category :
             std::span(categories).first(static_cast<std::size_t>(filled))) {
          const int score = is_upper(category) ? 3 * (index(category) + 1) : 20;
          game.cards[0].fill(category, score);
          game.cards[1].fill(category, category == Category::sixes ? 24 : score);
          game.cards[2].fill(category, 0);
        }
        game.round = filled;
        game.mover = mover;
        worth.of(ChanceEvents::node(rules, game),
                 std::span(seats == 2 ? two : three).first(static_cast<std::size_t>(seats)));
      }
      EXPECT_NEAR(two[0] + two[1], 1, 1e-12);
      EXPECT_NEAR(two[0], three[0], 0.005) << filled << " " << mover;
    }
}

TEST(LeadShares, AreEvenWithoutALeadAndCertainWithALargeOne) {
  const Deviations& all = deviations(rules_of("koth").options());
  LeadShares shares(all, all);
  for (const int turns : {2, 6, 13})
    for (const int rival_turns : {turns - 1, turns}) {
      const LeadShares::Curve& curve = shares.of(turns, last_stage, rival_turns);
      EXPECT_EQ(curve.of(-1e6, 0), curve.of(-800, 0));
      EXPECT_NEAR(curve.of(-800, 0), 0, 1e-12);
      EXPECT_NEAR(curve.of(800, 0), 1, 1e-12);
      EXPECT_NEAR(curve.of(0, 0), 0.5, 0.12) << turns;
      for (double lead = -300; lead < 300; lead += 0.5)
        EXPECT_LE(curve.of(lead, 0), curve.of(lead, 0.5));
    }
  const LeadShares::Curve& last = shares.of(1, 0, 0);  // the mover only scores
  EXPECT_EQ(last.of(-1, 0), 0);
  EXPECT_EQ(last.of(0, 0), 0.5);
  EXPECT_EQ(last.of(0, 1), 1);
}

// Mean and variance of one seat's results, with luck and without.
struct Noise {
  double plain = 0, plain_2 = 0, adjusted = 0, adjusted_2 = 0;
  double choices = 0, others = 0;
  int games = 0;

  void add(double result, double without_luck) {
    ++games;
    plain += result;
    plain_2 += result * result;
    adjusted += without_luck;
    adjusted_2 += without_luck * without_luck;
  }
  double deviation() const { return std::sqrt((plain_2 - plain * plain / games) / games); }
  double factor() const {
    return (plain_2 - plain * plain / games) / (adjusted_2 - adjusted * adjusted / games);
  }
  void expect_the_same_mean() const {
    EXPECT_NEAR(plain / games, adjusted / games, 4.5 * deviation() / std::sqrt(games));
  }
};

// The figures of an independent prototype, 20,000 games each: a difference of scores has 21 times
// less variance between optimal and greedy, wins 8.5 times between two good players, 3.3 times
// between optimal and greedy, and 7.3 to 8.1 times at four seats.
TEST(Luck, IsMostOfTheNoise) {
  if (sanitized) GTEST_SKIP() << "hundreds of games";
  const Rules rules = rules_of("koth");
  ScoreWorth score_worth(worth_table(rules.options()));
  WinWorth win_worth(worth_table(rules.options()), deviations(rules.options()));
  const auto play = [&](std::vector<Bot<Rules>*> bots, WinWorth& worth, Noise& scores,
                        Noise& wins) {
    const auto seats = static_cast<int>(bots.size());
    for (std::uint32_t game = 0; game < 600; ++game) {
      const Chance chance(8, game);
      Session<Rules> session(rules, seats, chance);
      GameLuck<Rules, ChanceEvents, ScoreWorth> score(rules, seats, chance, score_worth);
      GameLuck<Rules, ChanceEvents, WinWorth> win(rules, seats, chance, worth);
      session.play_through(
          [&](Seat seat, const View& view) {
            return bots[static_cast<std::size_t>(index(seat))]->choose(view);
          },
          OnPlayed([&](Seat seat, const Move& move) {
            score.played(seat, move);
            win.played(seat, move);
          }));
      scores.add(score[0].result() - score[1].result(), score[0].adjusted() - score[1].adjusted());
      wins.add(win[0].result(), win[0].adjusted());
      wins.choices += win[0].choices;
      wins.others += win[0].others;
    }
    scores.expect_the_same_mean();
    wins.expect_the_same_mean();
  };
  Optimal one, two, three, four;
  Greedy greedy;
  Noise scores, greedy_wins, known_wins, good_wins, wins_of_four, alike;
  play({&one, &greedy}, win_worth, scores, greedy_wins);
  EXPECT_GT(scores.factor(), 18);
  EXPECT_LT(scores.factor(), 27);
  EXPECT_GT(greedy_wins.factor(), 2.5);
  WinWorth knows_greedy(worth_table(rules.options()), deviations(rules.options()));
  knows_greedy.know({nullptr, known_bot("greedy", rules.options())});
  play({&one, &greedy}, knows_greedy, alike, known_wins);
  EXPECT_GT(known_wins.factor(), 5);
  // The perfect player gives up nothing of what is expected, and the choices of the other are luck.
  EXPECT_NEAR(known_wins.choices / known_wins.games, 0, 0.02);
  EXPECT_EQ(known_wins.others, 0);
  play({&one, &two}, win_worth, alike, good_wins);
  EXPECT_GT(good_wins.factor(), 7);
  play({&one, &two, &three, &four}, win_worth, alike, wins_of_four);
  EXPECT_GT(wins_of_four.factor(), 7);
}

// The luck of a known bot's turn is counted as a whole.
TEST(KnownBots, HaveLuckThatIsNothingOnAverage) {
  if (sanitized) GTEST_SKIP() << "hundreds of games";
  const Rules rules = rules_of("koth");
  Optimal optimal;
  Greedy greedy;
  Dummy dummy;
  struct Pair {
    Bot<Rules>*one, *other;
    std::vector<const KnownBot*> known;
  };
  const KnownBot *const known_greedy = known_bot("greedy", rules.options()),
                        *const known_dummy = known_bot("dummy", rules.options());
  for (const auto& [one, other, known] : {Pair{&greedy, &greedy, {known_greedy, known_greedy}},
                                          Pair{&greedy, &dummy, {known_greedy, known_dummy}},
                                          Pair{&optimal, &greedy, {nullptr, known_greedy}},
                                          Pair{&greedy, &optimal, {known_greedy, nullptr}}}) {
    WinWorth win_worth(worth_table(rules.options()), deviations(rules.options()));
    win_worth.know(known);
    ScoreWorth& score_worth = win_worth.scores();
    Noise wins;
    double luck_sum = 0, luck_2 = 0;
    for (std::uint32_t game = 0; game < 400; ++game) {
      const Chance chance(9, game);
      dummy.begin(Chance(10, game));
      Session<Rules> session(rules, 2, chance);
      GameLuck<Rules, ChanceEvents, ScoreWorth> score(rules, 2, chance, score_worth);
      GameLuck<Rules, ChanceEvents, WinWorth> win(rules, 2, chance, win_worth);
      session.play_through(
          [&](Seat seat, const View& view) {
            return (seat == Seat(0) ? one : other)->choose(view);
          },
          OnPlayed([&](Seat seat, const Move& move) {
            score.played(seat, move);
            win.played(seat, move);
          }));
      for (const int seat : {0, 1}) {
        ASSERT_NEAR(win[seat].result(), share_of_win(session.state(), seat), 1e-9);
        ASSERT_NEAR(score[seat].result(), session.points()[seat], 1e-9);
        if (known[static_cast<std::size_t>(seat)] == nullptr) continue;
        ASSERT_EQ(win[seat].choices, 0);
        ASSERT_NEAR(score[seat].adjusted(),
                    known[static_cast<std::size_t>(seat)]->turns.expectation(), 1e-9);
      }
      ASSERT_NEAR(win[0].luck + win[1].luck, 0, 1e-9);
      luck_sum += win[0].luck;
      luck_2 += win[0].luck * win[0].luck;
      wins.add(win[0].result(), win[0].adjusted());
    }
    EXPECT_LT(std::abs(luck_sum), 4.5 * std::sqrt(luck_2));
    if (wins.deviation() > 0.05) {
      EXPECT_GT(wins.factor(), 5);
    }
  }
}

TEST(KnownBots, AreWorthTheMeanOfAllEndsOfTheirTurn) {
  const Rules rules = rules_of("koth");
  const KnownBot* const greedy = known_bot("greedy", rules.options());
  WinWorth worth(worth_table(rules.options()), deviations(rules.options()));
  for (const auto& known :
       std::vector<std::vector<const KnownBot*>>{{greedy, greedy}, {greedy, nullptr}}) {
    worth.know(known);
    for (const int filled : {0, 5, 11, 12}) {
      State game = position(rules, {1, 2, 4, 4, 6}, {}, 2);
      for (const Category category :
           std::span(categories).first(static_cast<std::size_t>(filled))) {
        game.cards[0].fill(category, is_upper(category) ? 4 * (index(category) + 1) : 20);
        game.cards[1].fill(category, is_upper(category) ? 3 * (index(category) + 1) : 25);
      }
      game.round = filled;
      const ChanceEvents::Node before{&game, 0, last_stage, true};
      ASSERT_TRUE(worth.foresees(before));
      std::array<double, 2> now{}, then{};
      worth.before_turn(before, now);
      double mean = 0;
      for (const auto& end : greedy->turns.outcomes(standing_of(game.cards[0]))) {
        State after = game;
        after.cards[0].fill(end.category, end.score);
        if (end.points > end.score) after.cards[0].add_yahtzee_bonus();
        after.mover = 1;
        worth.after_turn({&after, 0, last_stage, true}, then);
        mean += end.chance * then[0];
        ASSERT_NEAR(then[0] + then[1], 1, 1e-12);
      }
      EXPECT_NEAR(mean, now[0], 1e-9) << filled;
    }
  }
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

// Turn 12 of player 2, who is far behind: 46 points are given up, and no chance to win.
TEST(CourseGame, GivesUpPointsThatNoLongerMatter) {
  if (sanitized) GTEST_SKIP() << "games of these rules are simulated for it alone";
  const Rules rules = rules_of("cab201-basic");
  State game = position(rules, {5, 5, 5, 5, 5}, {}, 2);
  for (const Category category : categories) {
    if (category == Category::yahtzee) continue;
    game.cards[0].fill(category, 24);
    if (category != Category::chance) game.cards[1].fill(category, 8);
  }
  game.round = 11;
  game.mover = 1;
  ScoreWorth score(worth_table(rules.options()));
  WinWorth win(worth_table(rules.options()), deviations(rules.options()));
  std::array<double, 2> points{}, points_after{}, shares{}, shares_after{};
  score.of(ChanceEvents::node(rules, game), points);
  win.of(ChanceEvents::node(rules, game), shares);
  ChanceEvents::apply(rules, game, Score{Category::chance}, any_luck,
                      [&](const ChanceEvents::Event& roll) {
                        score.of(roll.before(), points_after);
                        win.of(roll.before(), shares_after);
                      });
  EXPECT_NEAR(points[1] - points_after[1], 46.0, 0.05);
  EXPECT_NEAR(shares[1] - shares_after[1], 0, 0.0005);
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
