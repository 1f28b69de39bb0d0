#include "games/gomoku/engine/opening_book.hpp"

#include <array>
#include <gtest/gtest.h>
#include <set>
#include <utility>

#include "games/gomoku/engine/search.hpp"
#include "games/gomoku/positions.hpp"

namespace hilltop::gomoku::opening_book_test {
namespace {

using Stones = std::array<Point, 3>;  // the black ones sorted, then the white one

Point turned(Point point, unsigned symmetry) {
  const int far = board_size - 1;
  if ((symmetry & 1) != 0) point.x = far - point.x;
  if ((symmetry & 2) != 0) point.y = far - point.y;
  if ((symmetry & 4) != 0) std::swap(point.x, point.y);
  return point;
}

TEST(OpeningBook, HasLegalOpeningsThatAllDiffer) {
  for (const Rules& rules : {koth, swap2}) {
    std::set<Stones> seen;
    const State state = rules.start(2, no_chance);
    const auto book = opening_book(state.first_to_move);
    for (const Open& open : book) {
      EXPECT_TRUE(rules.refusal(state, open).empty());
      for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
        Stones stones{turned(open.first_black, symmetry), turned(open.second_black, symmetry),
                      turned(open.white, symmetry)};
        if (stones[1] < stones[0]) std::swap(stones[0], stones[1]);
        seen.insert(stones);
      }
    }
    // An opening that is its own mirror image counts half; two that are alike would count once.
    EXPECT_GT(seen.size(), 7 * book.size());
    EXPECT_GE(book.size(), 60u);
  }
}

}  // namespace
}  // namespace hilltop::gomoku::opening_book_test
