#include "games/tictactoe/rules.hpp"

#include <gtest/gtest.h>

namespace hilltop::tictactoe::rules_test {
namespace {

constexpr Seat x{0}, o{1};
const Chance no_chance{0, 0};

State after(std::initializer_list<int> moves) {
  State state = Rules::start(2, no_chance);
  for (const int cell : moves) {
    EXPECT_EQ(Rules::refusal(state, {cell}), "") << cell;
    Rules::apply(state, {cell}, no_chance);
  }
  return state;
}

TEST(Rules, T2_SeatsMarkInTurn) {
  EXPECT_EQ(Rules::turn(after({})), x);
  EXPECT_EQ(Rules::turn(after({5})), o);
  EXPECT_EQ(Rules::turn(after({5, 1})), x);
  EXPECT_EQ(after({5, 1}).board[4], x);
  EXPECT_EQ(after({5, 1}).board[0], o);
}

TEST(Rules, T3_EveryLineWins) {
  const std::array<int, 3> lines[] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 4, 7},
                                      {2, 5, 8}, {3, 6, 9}, {1, 5, 9}, {3, 5, 7}};
  for (const auto& [a, b, c] : lines) {
    std::vector<int> others;
    for (int cell = 1; cell <= cells; ++cell)
      if (cell != a && cell != b && cell != c) others.push_back(cell);
    const State x_won = after({a, others[0], b, others[1], c});
    EXPECT_EQ(x_won.winner, x) << a << b << c;
    EXPECT_FALSE(Rules::turn(x_won));
    EXPECT_EQ(Rules::points(x_won), (Points{1, 0}));
  }
  EXPECT_EQ(Rules::points(after({1, 4, 2, 5, 9, 6})), (Points{0, 1}));
}

TEST(Rules, T4_AFullBoardWithoutALineIsATie) {
  const State tie = after({5, 1, 2, 8, 4, 6, 3, 7, 9});
  EXPECT_FALSE(Rules::turn(tie));
  EXPECT_EQ(Rules::points(tie), (Points{0, 0}));
  EXPECT_EQ(after({1, 2, 3, 4, 5, 6, 8, 7, 9}).winner, x);  // the last cell can win
}

TEST(Rules, T5_WhatIsIllegal) {
  const State state = after({5, 1});
  for (const int cell : {-1, 0, 10, 2'000'000'000})
    EXPECT_EQ(Rules::refusal(state, {cell}), "cells are 1 to 9");
  for (const int cell : {1, 5})
    EXPECT_EQ(Rules::refusal(state, {cell}), "the cell is marked already");
  EXPECT_EQ(Rules::legal_moves(state).size(), 7u);
}

TEST(Rules, T6_LeavingLoses) {
  State state = after({5});
  Rules::retire(state, x, no_chance);
  EXPECT_FALSE(Rules::turn(state));
  EXPECT_EQ(Rules::points(state), (Points{0, 1}));
}

TEST(Rules, KnowOneRuleSetAndNoSwitch) {
  EXPECT_EQ(Rules::under("clasic", {}).error().text,
            "tictactoe has no rule set 'clasic' (did you mean 'classic'? known: classic)");
  EXPECT_EQ(Rules::under("classic", {{"size", std::int64_t{4}}}).error().text,
            "unknown switch 'size' (known: none)");
}

}  // namespace
}  // namespace hilltop::tictactoe::rules_test
