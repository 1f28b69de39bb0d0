#include "games/gomoku/variant.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace hilltop::gomoku::variant_test {
namespace {

constexpr Variant renju{15, RowRule::renju};

// A board from rows of text: x black, o white, ? the point that is asked about.
struct Drawn {
  VariantBoard board;
  Point asked;
};
Drawn drawn(Variant variant, const std::vector<std::string>& rows) {
  Drawn drawn{VariantBoard(variant), {}};
  for (std::size_t y = 0; y < rows.size(); ++y)
    for (std::size_t x = 0; x < rows[y].size(); ++x) {
      const Point point{static_cast<int>(x), static_cast<int>(y)};
      if (rows[y][x] == 'x') drawn.board.lay(point, Colour::black);
      if (rows[y][x] == 'o') drawn.board.lay(point, Colour::white);
      if (rows[y][x] == '?') drawn.asked = point;
    }
  return drawn;
}

struct Row {
  const char* row;
  bool or_more, exactly, renju_black, renju_white;  // whether a stone on ? wins
};

TEST(Variant, WinsByTheRowsOfItsRule) {
  const Row table[] = {
      {"..xxx?.", false, false, false, false}, {"..xxxx?", true, true, true, true},
      {"xx?xx..", true, true, true, true},     {"xxx?xx.", true, false, false, true},
      {"xxxx?xxxx", true, false, false, true}, {"oxxxx?o", true, true, true, true},
  };
  for (const Row& row : table)
    for (const Colour colour : {Colour::black, Colour::white}) {
      SCOPED_TRACE(row.row);
      std::string text = row.row;
      if (colour == Colour::white)
        for (char& c : text) c = c == 'x' ? 'o' : c == 'o' ? 'x' : c;
      const auto wins = [&](RowRule rule) {
        Drawn drawn = variant_test::drawn({15, rule}, {text});
        const bool would = drawn.board.would_win(drawn.asked, colour);
        drawn.board.lay(drawn.asked, colour);
        EXPECT_EQ(drawn.board.wins_at(drawn.asked), would);
        return would;
      };
      EXPECT_EQ(wins(RowRule::five_or_more), row.or_more);
      EXPECT_EQ(wins(RowRule::exactly_five), row.exactly);
      EXPECT_EQ(wins(RowRule::renju), colour == Colour::black ? row.renju_black : row.renju_white);
    }
}

struct Forbidden {
  const char* what;
  std::vector<std::string> rows;
  bool forbidden;
};

TEST(Variant, KnowsTheForbiddenPointsOfRenju) {
  const Forbidden table[] = {
      {"six in a row", {"", "..xxx?xx."}, true},
      {"five beats six", {"", "..xxx?xx.", ".....x", ".....x", ".....x", ".....x"}, false},
      {"two threes", {"", "", "...xx?....", ".....x", ".....x", "", ""}, true},
      {"a three and a blocked one",
       {"", ".....o", "...xx?....", ".....x", ".....x", "", ""},
       false},
      {"two threes, one with a gap", {"", "", "..x.x?....", ".....x", ".....x", "", ""}, true},
      {"two fours", {"", "", "..xxx?....", ".....x", ".....x", ".....x", "", ""}, true},
      {"a four and a three", {"", "", "..xxx?....", ".....x", ".....x", "", ""}, false},
      {"two fours on a line", {"", "", ".x.x?x.x..."}, true},
      {"two fours on a line, far", {"", "", ".xx?x.xx..."}, false},
      {"two fours round a middle", {"", "", ".xxx.?.xxx..."}, true},
      {"a straight four is one four", {"", "", "..xxx?...."}, false},
      // The second three could only become a straight four beside a sixth stone.
      {"a three that ends in six", {"", "", "x..xx?..x.", ".....x", ".....x", "", ""}, false},
  };
  for (const Forbidden& test : table) {
    SCOPED_TRACE(test.what);
    const Drawn drawn = variant_test::drawn(renju, test.rows);
    EXPECT_EQ(drawn.board.forbidden(drawn.asked, Colour::black), test.forbidden);
    EXPECT_FALSE(drawn.board.forbidden(drawn.asked, Colour::white));
    EXPECT_TRUE(drawn.board.legal(drawn.asked, Colour::white));
  }
}

// A three that only a forbidden stone turns into a straight four is none.
TEST(Variant, AThreeThatMayNotGrowIsNone) {
  const std::vector<std::string> grows{"..........", "..........", ".o.xx?....",
                                       ".....x....", ".....x....", ".........."};
  const std::vector<std::string> makes_six{"......x...", "......x...", ".o.xx?....",
                                           ".....xx...", ".....xx...", "......x..."};
  EXPECT_TRUE(drawn(renju, grows).board.forbidden({5, 2}, Colour::black));
  const VariantBoard board = drawn(renju, makes_six).board;
  EXPECT_TRUE(board.forbidden({6, 2}, Colour::black));
  EXPECT_FALSE(board.forbidden({5, 2}, Colour::black));
}

TEST(Variant, NamesItsRules) {
  for (const RowRule rule : {RowRule::five_or_more, RowRule::exactly_five, RowRule::renju})
    EXPECT_EQ(row_rule_named(name(rule)), rule);
  EXPECT_EQ(row_rule_named("caro"), std::nullopt);
}

TEST(Variant, HasTheEdgesOfItsSize) {
  const VariantBoard small({15, RowRule::five_or_more}), large({20, RowRule::five_or_more});
  EXPECT_FALSE(small.free({15, 0}));
  EXPECT_TRUE(large.free({19, 19}));
  EXPECT_FALSE(large.free({20, 0}));
  EXPECT_EQ(large.points().size(), 400u);
}

}  // namespace
}  // namespace hilltop::gomoku::variant_test
