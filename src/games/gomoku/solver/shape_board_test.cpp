#include "games/gomoku/solver/shape_board.hpp"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "core/build_for_test.hpp"
#include "core/chance.hpp"

namespace hilltop::gomoku::shape_board_test {
namespace {

constexpr Variant variants[] = {{15, RowRule::five_or_more}, {20, RowRule::five_or_more},
                                {15, RowRule::exactly_five}, {20, RowRule::exactly_five},
                                {15, RowRule::renju},        {9, RowRule::renju}};

int fives_after(VariantBoard board, Point point, Colour colour) {
  board.lay(point, colour);
  int fives = 0;
  for (const Point other : board.points()) fives += board.would_win(other, colour);
  return fives;
}

// The sets tell what the rules tell, by laying stones.
void expect_by_definition(const ShapeBoard& tested, const VariantBoard& board) {
  for (const Colour colour : {Colour::black, Colour::white}) {
    bool five = false;
    for (const Point point : board.points()) five = five || board.would_win(point, colour);
    for (const Point point : board.points()) {
      const CellIndex cell = cell_of(point, board.size());
      ASSERT_EQ(tested.free(cell), board.free(point));
      if (!board.free(point)) continue;
      ASSERT_EQ(tested.fives(colour).has(cell), board.would_win(point, colour));
      ASSERT_EQ(tested.legal(cell, colour), board.legal(point, colour))
          << point.x << ',' << point.y;
      if (five || !board.legal(point, colour)) continue;
      ASSERT_EQ(tested.fours(colour).has(cell), fives_after(board, point, colour) > 0);
    }
  }
}

// Two boards tell the same.
void expect_equal(const ShapeBoard& tested, const ShapeBoard& fresh, int cells) {
  ASSERT_EQ(tested.hash(), fresh.hash());
  for (CellIndex cell = 0; cell < cells; ++cell)
    for (const Colour colour : {Colour::black, Colour::white}) {
      ASSERT_EQ(tested.free(cell), fresh.free(cell));
      if (!tested.free(cell)) continue;
      ASSERT_EQ(tested.patterns(cell, colour), fresh.patterns(cell, colour));
      ASSERT_EQ(tested.fives(colour).has(cell), fresh.fives(colour).has(cell));
      ASSERT_EQ(tested.fours(colour).has(cell), fresh.fours(colour).has(cell));
      ASSERT_EQ(tested.threes(colour).has(cell), fresh.threes(colour).has(cell));
    }
}

TEST(ShapeBoard, TellsWhatTheRulesTellUnderRandomPlayWithUndo) {
  for (const Variant variant : variants)
    for (std::uint32_t seed = 0; seed < (sanitized ? 1 : 4); ++seed) {
      SCOPED_TRACE(std::string(name(variant.rows)) + ' ' + std::to_string(variant.size));
      Draw draw = Chance(9, seed).on(0);
      VariantBoard board(variant);
      ShapeBoard tested(board);
      std::vector<std::pair<Point, Colour>> stones;
      const auto coordinate = [&] {
        return static_cast<int>(draw.below(9)) + (seed % 2 == 0 ? 0 : variant.size - 9);
      };
      for (int step = 0; step < 70; ++step) {
        if (!stones.empty() && draw.below(4) == 0) {
          tested.undo();
          board.take(stones.back().first);
          stones.pop_back();
        } else {
          const Point point{coordinate(), coordinate()};
          if (!board.free(point)) continue;
          const Colour colour = draw.below(3) == 0 ? Colour::white : Colour::black;
          tested.lay(cell_of(point, board.size()), colour);
          board.lay(point, colour);
          stones.emplace_back(point, colour);
        }
        if (step % 5 != 0) continue;
        expect_by_definition(tested, board);
        if (::testing::Test::HasFatalFailure()) return;
        expect_equal(tested, ShapeBoard(board), board.size() * board.size());
      }
    }
}

}  // namespace
}  // namespace hilltop::gomoku::shape_board_test
