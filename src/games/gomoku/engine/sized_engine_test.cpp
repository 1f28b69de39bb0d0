#include "games/gomoku/engine/sized_engine.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "games/gomoku/engine/score.hpp"
#include "games/gomoku/engine/search.hpp"

namespace hilltop::sized::sized_engine_test {
namespace {

TEST(SizedEngine, IsTheEngineOnTheBoardOfTheRules) {
  gomoku::Board board;
  board.lay({7, 7}, gomoku::Colour::black);
  board.lay({8, 6}, gomoku::Colour::white);
  const auto found = gomoku::Search().run(board, gomoku::Colour::black, {.nodes = 5'000});
  const Thought thought = make_engine(15)->think(std::vector<Stone>{{7, 7, true}, {8, 6, false}},
                                                 true, {}, {.nodes = 5'000});
  EXPECT_EQ(thought.score, found.score);
  EXPECT_EQ(thought.nodes, found.nodes);
  EXPECT_EQ((gomoku::Point{thought.best.x, thought.best.y}), found.best);
  ASSERT_EQ(thought.line.size(), found.line.size());
}

// Three stones on the far edge of a board, which the player to move makes a straight four.
TEST(SizedEngine, UsesItsWholeBoard) {
  for (const int size : {15, 20})
    for (const bool black : {true, false}) {
      std::vector<Stone> stones;
      for (int y = 10; y < 13; ++y) stones.push_back({size - 1, y, black});
      stones.push_back({0, 0, !black});
      const auto engine = make_engine(size);
      const Thought thought = engine->think(stones, black, {}, {.nodes = 5'000});
      EXPECT_EQ(thought.score, gomoku::win_in(3));
      EXPECT_EQ(thought.best.x, size - 1);
      EXPECT_TRUE(thought.best.y == 9 || thought.best.y == 13);
      // The same again, and the other end if that is left out.
      EXPECT_EQ(engine->think(stones, black, {}, {.nodes = 5'000}).best.y, thought.best.y);
      const Stone left_out = thought.best;
      EXPECT_NE(engine->think(stones, black, std::vector<Stone>{left_out}, {.nodes = 5'000}).best.y,
                left_out.y);
    }
  EXPECT_EQ(make_engine(19), nullptr);
}

// Threes at the far end of the longest lines, in every direction.
TEST(SizedEngine, SeesTheEndsOfLines) {
  for (const int size : {15, 20})
    for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}})
      for (const bool black : {true, false}) {
        // The end of the line is the last of its cells as the board counts them.
        const Stone end{size - 1, dy < 0 ? 0 : size - 1, black};
        const auto at = [&](int steps) {
          return Stone{end.x - steps * dx, end.y - steps * dy, black};
        };
        std::vector<Stone> stones{at(4), at(3), at(2), {0, 0, !black}};
        const Thought thought = make_engine(size)->think(stones, black, {}, {.nodes = 5'000});
        EXPECT_EQ(thought.score, gomoku::win_in(3));
        const auto is = [&](const Stone& stone) {
          return thought.best.x == stone.x && thought.best.y == stone.y;
        };
        EXPECT_TRUE(is(at(5)) || is(at(1))) << size << ": " << dx << ',' << dy;
      }
}

TEST(SizedEngine, StopsWhenItIsAsked) {
  for (const int size : {15, 20}) {
    int asked = 0;
    const Thought thought =
        make_engine(size)->think(std::vector<Stone>{{7, 7, true}, {8, 8, false}}, true, {},
                                 {.nodes = 50'000'000, .spent = [&] { return ++asked * 0.1; }});
    EXPECT_LT(asked, 30) << "it is over, however often it is asked";
    EXPECT_LT(thought.nodes, 500'000);
    EXPECT_GT(thought.nodes, 100);
  }
}

}  // namespace
}  // namespace hilltop::sized::sized_engine_test
