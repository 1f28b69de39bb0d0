#include "games/pig/rules.hpp"

#include <gtest/gtest.h>

#include "games/pig/position_for_test.hpp"

namespace hilltop::pig::rules_test {
namespace {

std::vector<int> scores_of(const State& state) {
  return {state.scores.begin(), state.scores.begin() + state.seats};
}

State begun(int seats, int target) { return rules_to(target).start(seats, any_luck); }

struct Case {
  int seats;
  const char* script;  // to a target of 20
  std::vector<int> scores;
  int round, mover, turn_total, rolls;
};

const Case cases[] = {
    {2, "", {0, 0}, 0, 0, 0, 0},
    {2, "4", {0, 0}, 0, 0, 4, 1},
    {2, "4 6 2", {0, 0}, 0, 0, 12, 3},
    {2, "1", {0, 0}, 0, 1, 0, 0},             // P3
    {2, "5 6 1", {0, 0}, 0, 1, 0, 0},         // P3
    {2, "5 6 hold", {11, 0}, 0, 1, 0, 0},     // P4
    {2, "3 hold 1", {3, 0}, 1, 0, 0, 0},      // P2: the round is over
    {2, "3 hold 1 6 1", {3, 0}, 1, 1, 0, 0},  // a 1 takes nothing of the score
    {2, "3 hold 2 hold 4", {3, 2}, 1, 0, 4, 1},
    {3, "3 hold 1 2 hold 6 hold", {9, 0, 2}, 1, 1, 0, 0},
    {3, "leave 5 hold 4 hold", {0, 5, 4}, 1, 1, 0, 0},  // P10: seat 0 is passed over
    {3, "5 6 leave 1 1", {0, 0, 0}, 1, 1, 0, 0},        // P10: its turn total is lost
    {3, "5 hold 6 leave", {5, 0, 0}, 0, 2, 0, 0},       // P10: its score stays
    {10, "1 1 1 1 2 hold", {0, 0, 0, 0, 2, 0, 0, 0, 0, 0}, 0, 5, 0, 0},
};

TEST(Rules, P2_P3_P4_P10_Turns) {
  for (const Case& each : cases) {
    const State state = after(begun(each.seats, 20), each.script);
    EXPECT_EQ(scores_of(state), each.scores) << each.script;
    EXPECT_EQ(state.round, each.round) << each.script;
    EXPECT_EQ(Rules::turn(state), Seat(static_cast<std::uint8_t>(each.mover))) << each.script;
    EXPECT_EQ(state.turn_total, each.turn_total) << each.script;
    EXPECT_EQ(state.rolls, each.rolls) << each.script;
    EXPECT_EQ(Rules::points(state), Points(each.seats)) << "nobody has won yet: " << each.script;
  }
}

struct Over {
  int seats;
  const char* script;  // to a target of 10
  std::vector<int> scores;
  Points points;
};

const Over endings[] = {
    {2, "4 6 hold", {10, 0}, {1, 0}},         // P5: exactly
    {2, "6 3 6 hold", {15, 0}, {1, 0}},       // P5: past it
    {2, "6 hold 5 5 hold", {6, 10}, {0, 1}},  // P5: at once, the round is not finished
    {3, "6 hold 1 1 4 hold", {10, 0, 0}, {1, 0, 0}},
    {2, "leave", {0, 0}, {0, 1}},                  // P10: the last one wins
    {2, "6 hold 2 hold 3 leave", {6, 2}, {0, 1}},  // P10: whatever the scores are
    {3, "6 hold leave leave", {6, 0, 0}, {1, 0, 0}},
};

TEST(Rules, P5_P10_P11_Endings) {
  for (const Over& each : endings) {
    const State state = after(begun(each.seats, 10), each.script);
    EXPECT_FALSE(Rules::turn(state)) << each.script;
    EXPECT_EQ(scores_of(state), each.scores) << each.script;
    EXPECT_EQ(Rules::points(state), each.points) << each.script;
  }
}

struct Answers {
  const char* script;  // to a target of 10
  Refusal roll, hold;
};

const Answers answers[] = {
    {"", {}, "a turn begins with a roll: hold after it"},
    {"4", {}, {}},
    {"1", {}, "a turn begins with a roll: hold after it"},
    {"4 5", {}, {}},
    {"4 6", "a hold wins: no further roll is allowed", {}},
    {"4 hold 1 3 3", "a hold wins: no further roll is allowed", {}},
};

TEST(Rules, P6_P7_WhatIsIllegalAndWhatStandsIn) {
  for (const Answers& each : answers) {
    const State state = after(begun(2, 10), each.script);
    EXPECT_EQ(Rules::refusal(state, Move::roll), each.roll) << each.script;
    EXPECT_EQ(Rules::refusal(state, Move::hold), each.hold) << each.script;
    EXPECT_EQ(Rules::legal_moves(state).size(), each.roll.empty() && each.hold.empty() ? 2u : 1u);
    EXPECT_EQ(Rules::refusal(state, Rules::substitute(state)), "") << each.script;
  }
}

TEST(Rules, P8_ARollDependsOnRoundSeatAndNumberAlone) {
  State one = begun(4, 100), other = one;
  one.mover = other.mover = 2;
  one.round = other.round = 7;
  one.rolls = other.rolls = 3;
  other.scores = {40, 3, 2, 80};
  other.turn_total = 12;
  other.left = 1;
  for (std::uint32_t game = 0; game < 50; ++game)
    EXPECT_EQ(Rules::next_die(one, Chance(1, game)), Rules::next_die(other, Chance(1, game)));
}

struct Limit {
  const char* script;
  std::array<int, 3> scores;
  bool over;
  Points points;
};

const Limit limits[] = {
    {"1", {30, 20, 10}, false, {0, 0, 0}},
    {"1 1 1", {30, 20, 10}, true, {1, 0, 0}},
    {"1 1 1", {20, 30, 30}, true, {0, 1, 1}},
    {"1 1 1", {0, 0, 0}, true, {1, 1, 1}},
    {"1 1 4 hold", {20, 30, 26}, true, {0, 1, 1}},
    {"1 leave 1", {20, 30, 20}, true, {1, 0, 1}},  // P10: who left does not win
};

TEST(Rules, P9_AfterTheLastRoundTheHighestScoreWins) {
  for (const Limit& each : limits) {
    State state = begun(3, 100);
    state.round = rounds_max - 1;
    std::ranges::copy(each.scores, state.scores.begin());
    state = after(state, each.script);
    EXPECT_EQ(!Rules::turn(state), each.over) << each.script;
    EXPECT_EQ(Rules::points(state), each.points) << each.script;
  }
}

TEST(Rules, P9_TheLongestTurnFits) {
  for (const int target : {target_min, 99, target_max}) {
    State state = begun(2, target);
    int rolls = 0;
    for (; Rules::refusal(state, Move::roll).empty(); ++rolls) state.turn_total += 2;
    EXPECT_LE(rolls, rolls_a_turn_max);
  }
}

TEST(Rules, P10_LeavingOutOfTurnKeepsTheTurn) {
  State state = after(begun(3, 20), "5");
  Rules::retire(state, Seat(2), any_luck);
  EXPECT_EQ(Rules::turn(state), Seat(0));
  EXPECT_EQ(state.turn_total, 5);
  EXPECT_EQ(after(state, "1 1").mover, 0);
}

TEST(Rules, P10_LeavingAGameThatIsOverChangesNothing) {
  State state = after(begun(2, 10), "6 6 hold");
  Rules::retire(state, Seat(0), any_luck);
  EXPECT_EQ(Rules::points(state), (Points{1, 0}));
}

TEST(Rules, P1_Seats) {
  EXPECT_EQ(Rules::seats(), (SeatRange{2, 10}));
  EXPECT_THROW(rules_to(100).start(1, any_luck), std::logic_error);
  EXPECT_THROW(rules_to(100).start(11, any_luck), std::logic_error);
}

TEST(Rules, KnowOneRuleSetAndTheTarget) {
  EXPECT_EQ(Rules::under("standard", {})->target(), 100);
  EXPECT_EQ(rules_to(50).switches(), (Switches{{"target", std::int64_t{50}}}));
  EXPECT_EQ(Rules::under("standart", {}).error().text,
            "pig has no rule set 'standart' (did you mean 'standard'? known: standard)");
  EXPECT_FALSE(Rules::under("standard", {{"target", std::int64_t{target_max + 1}}}));
  EXPECT_FALSE(Rules::under("standard", {{"target", std::int64_t{target_min - 1}}}));
  EXPECT_FALSE(Rules::under("standard", {{"dice", std::int64_t{2}}}));
}

TEST(Figures, AreTheScore) {
  const auto list = figures(after(begun(2, 20), "6 5 hold"), Seat(0));
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].name, "score");
  EXPECT_EQ(list[0].value, 11);
}

}  // namespace
}  // namespace hilltop::pig::rules_test
