#include "games/gomoku/bots/analysis.hpp"

#include <gtest/gtest.h>

#include "core/build_for_test.hpp"

namespace hilltop::gomoku::analysis_test {
namespace {

const Rules& freestyle() {
  static const Rules rules = Rules::under("freestyle", {}).value();
  return rules;
}

// Plays stones at points of 15 x 15, black first.
State position(std::initializer_list<Point> stones) {
  State state = freestyle().start(2, Chance(0, 0));
  for (const Point stone : stones) {
    EXPECT_EQ(freestyle().refusal(state, Place{stone}), "");
    freestyle().apply(state, Place{stone}, Chance(0, 0));
  }
  return state;
}

// White's three in the middle of the board is open at both ends.
const std::initializer_list<Point> open_three{{4, 5}, {3, 3}, {5, 4}, {3, 4}, {6, 4}, {3, 5}};

TEST(Analysis, AStoneThatLetsAWinBeCostsIt) {
  if (sanitized) GTEST_SKIP() << "hundreds of thousands of nodes";
  Analysis analysis(freestyle());
  const State before = position(open_three);
  const auto blunder = analysis.judged(before, Place{{14, 14}});
  ASSERT_TRUE(blunder);
  EXPECT_GT(blunder->loss, 0.2);
  const auto best = analysis.judged(before, blunder->best);
  EXPECT_EQ(best->loss, 0);
  State after = before;
  freestyle().apply(after, Place{{14, 14}}, Chance(0, 0));
  const std::vector<double> chances = analysis.chances(after);
  EXPECT_EQ(chances, (std::vector<double>{0, 1}));  // proved
  EXPECT_NEAR(analysis.chances(before)[0] - chances[0], blunder->loss, 1e-12);
}

TEST(Analysis, IsTheSameEachTime) {
  if (sanitized) GTEST_SKIP() << "hundreds of thousands of nodes";
  const State before = position(open_three);
  Analysis one(freestyle()), two(freestyle());
  two.chances(position({{7, 7}, {7, 8}}));
  EXPECT_EQ(one.chances(before), two.chances(before));
}

TEST(Analysis, ChancesOfAGameThatIsOverAreItsResult) {
  Analysis analysis(freestyle());
  State state = position(open_three);
  freestyle().retire(state, opener, Chance(0, 0));
  EXPECT_EQ(analysis.chances(state), (std::vector<double>{0, 1}));
}

TEST(Analysis, KindsOfDecisions) {
  struct Case {
    std::initializer_list<Point> stones;
    Point stone;
    const char* kind;
    bool is_forced;
  };
  const std::initializer_list<Point> four{{0, 0}, {3, 3}, {0, 2}, {3, 4},
                                          {0, 4}, {3, 5}, {0, 6}, {3, 6}};
  const std::initializer_list<Point> four_of_mover{{3, 3}, {0, 0}, {3, 4}, {0, 2},
                                                   {3, 5}, {0, 4}, {3, 6}, {0, 6}};
  const std::initializer_list<Point> three{{3, 3}, {0, 0}, {3, 4}, {0, 2}, {3, 5}, {0, 4}};
  for (const auto& [stones, stone, kind, is_forced] :
       {Case{{}, {7, 7}, "quiet stone, 0 to 9 on the board", false},
        Case{open_three, {14, 14}, "quiet stone, 0 to 9 on the board", false},
        Case{four, {3, 2}, "lets a five be", false},  // the other end is open
        Case{four, {9, 9}, "lets a five be", false}, Case{four_of_mover, {3, 7}, "wins", true},
        Case{four_of_mover, {9, 9}, "misses a five", false},
        Case{three, {3, 6}, "makes a four", false}}) {
    const DecisionKind found = Analysis::kind(position(stones), Place{stone});
    EXPECT_EQ(found.name, kind);
    EXPECT_EQ(found.is_forced, is_forced) << kind;
  }
  EXPECT_EQ(Analysis::kind(Rules(FirstToMove::black).start(2, Chance(0, 0)), Open{}).name, "opens");
}

}  // namespace
}  // namespace hilltop::gomoku::analysis_test
