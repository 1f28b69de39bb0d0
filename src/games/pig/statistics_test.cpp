// Games of house bots against theory.
#include <array>
#include <cmath>
#include <gtest/gtest.h>

#include "games/pig/bots/hold_at.hpp"
#include "games/pig/bots/optimal.hpp"
#include "games/pig/position_for_test.hpp"
#include "games/pig/solver/win_table.hpp"
#include "match/session.hpp"

namespace hilltop::pig::statistics_test {
namespace {

constexpr double deviations_max = 4.5;
constexpr int enough = 20;

void expect_share(int count, int of, double chance, const std::string& what) {
  const double deviation = std::sqrt(chance * (1 - chance) / of);
  EXPECT_NEAR(1. * count / of, chance, deviations_max * deviation) << what;
}

TEST(Dice, AreFair) {
  constexpr int games = 2000;
  std::array<int, faces + 1> fallen{};
  State state = rules_to(100).start(10, any_luck);
  for (std::uint32_t game = 0; game < games; ++game)
    for (state.round = 0; state.round < 3; ++state.round)
      for (state.mover = 0; state.mover < 10; ++state.mover)
        for (state.rolls = 0; state.rolls < 4; ++state.rolls)
          ++fallen[static_cast<std::size_t>(Rules::next_die(state, Chance(5, game)))];
  for (int face = 1; face <= faces; ++face)
    expect_share(fallen[static_cast<std::size_t>(face)], games * 3 * 10 * 4, 1. / faces,
                 "face " + std::to_string(face));
}

using TurnScores = std::array<double, enough + faces>;  // the chance of each score of a turn

// Returns the exact distribution of the score of a turn that holds at 20: it follows the totals
// upwards, and a 1 scores nothing.
TurnScores hold_at_twenty() {
  TurnScores reached{}, scores{};
  reached[0] = 1;
  for (std::size_t total = 0; total < reached.size(); ++total) {
    if (total >= enough) {
      scores[total] = reached[total];
      continue;
    }
    scores[0] += reached[total] / faces;
    for (std::size_t die = 2; die <= faces; ++die) reached[total + die] += reached[total] / faces;
  }
  return scores;
}

TEST(HoldAtTwenty, ScoresAsPublished) {
  const TurnScores scores = hold_at_twenty();
  constexpr std::array published{0.0997, 0.0950, 0.0742, 0.0542, 0.0352, 0.0172};
  EXPECT_NEAR(scores[0], 0.6245, 0.00005);
  for (std::size_t i = 0; i < published.size(); ++i)
    EXPECT_NEAR(scores[enough + i], published[i], 0.00005) << enough + i;
}

TEST(HoldAtTwenty, ScoresInGamesAsInTheory) {
  constexpr int games = sanitized ? 500 : 5000;
  HoldAt bot(enough);
  std::array<int, enough + faces> counts{};
  int turns = 0;
  for (std::uint32_t game = 0; game < games; ++game) {
    const Chance luck(6, game);
    State state = rules_to(100).start(2, luck);
    while (Rules::turn(state)) {
      const int mover = state.mover, before = state.my_score();
      do Rules::apply(state, bot.choose(state), luck);
      while (Rules::turn(state) && state.rolls > 0);
      if (before > 100 - enough) continue;  // such a turn may hold earlier, and win
      ++counts[static_cast<std::size_t>(state.score(mover) - before)];
      ++turns;
    }
  }
  const TurnScores scores = hold_at_twenty();
  for (std::size_t score = 0; score < counts.size(); ++score)
    expect_share(counts[score], turns, scores[score], "a turn of " + std::to_string(score));
}

TEST(Optimal, WinsAsOftenAsTheSolverSays) {
  constexpr int games = sanitized ? 1000 : 20'000;
  const Rules rules = rules_to(100);
  Optimal bot;
  int won_by_first = 0;
  for (std::uint32_t game = 0; game < games; ++game) {
    Session<Rules> session(rules, 2, Chance(8, game));
    session.play_through([&](Seat, const State& view) { return bot.choose(view); });
    won_by_first += session.points()[0];
  }
  expect_share(won_by_first, games, win_table(100).win(0, 0), "the first seat");
}

}  // namespace
}  // namespace hilltop::pig::statistics_test
