#include "games/gomoku/text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/build_for_test.hpp"
#include "core/source_dir_for_test.hpp"
#include "games/gomoku/game.hpp"
#include "games/gomoku/positions.hpp"
#include "match/golden.hpp"
#include "match/laws.hpp"
#include "match/text.hpp"

namespace hilltop::gomoku::text_test {
namespace {

static_assert(Notation<Text, Rules> && OwnWire<Wire, Rules> && GameLog<Log, Rules> &&
              hilltop::Screen<Screen, Rules>);
static_assert(Module::info.rule_sets.front().name == "koth");

void expect(bool holds, const std::string& what) { EXPECT_TRUE(holds) << what; }

Move any_move() {
  const auto point = [] {
    const int x = *rc::gen::arbitrary<int>();
    return Point{x, *rc::gen::arbitrary<int>()};
  };
  switch (*rc::gen::inRange(0, 6)) {
    case 0: return Open{point(), point(), point()};
    case 1: return TakeBlack{};
    case 2: return TakeWhite{point()};
    case 3: return PlaceTwo{point(), point()};
    case 4: return PickColour{*rc::gen::element(Colour::black, Colour::white)};
    default: return Place{point()};
  }
}

TEST(Text, EachMoveHasOneNotation) {
  const std::pair<Move, std::string> table[] = {
      {Open{{7, 7}, {7, 8}, {0, 14}}, "(7,7)(7,8)(0,14)"},
      {TakeBlack{}, "take B"},
      {TakeWhite{{3, 4}}, "take W(3,4)"},
      {PlaceTwo{{1, 1}, {2, 2}}, "(1,1)(2,2)"},
      {PickColour{Colour::black}, "pick B"},
      {PickColour{Colour::white}, "pick W"},
      {Place{{3, 4}}, "(3,4)"},
  };
  for (const auto& [move, text] : table) {
    EXPECT_EQ(Text::write(move), text);
    EXPECT_EQ(Text::read(text), move);
  }
}

TEST(Text, AnInvalidMoveGetsTheValidForms) {
  for (const std::string text :
       {"", "B", "W", "take", "take W", "take B(1,1)", "pick", "pick X", "pick W(3,4)", "(3,4",
        "(3 ,4)", "(3,4) ", "(3,4)(3,4)(3,4)(3,4)", "3,4", "(,)", "(+3,4)", "(99999999999,0)"})
    EXPECT_EQ(Text::read(text).error().find("a move is (X,Y)"), 0u) << text;
}

TEST(Text, AViewSaysAllThatItHolds) {
  const State state = after(swap2, {Open{{7, 7}, {0, 8}, {0, 14}}, TakeWhite{{3, 4}}});
  EXPECT_EQ(Text::write(state),
            "stones turn 0 to move B first balance black 0 winner nobody last (3,4) "
            "[((0,8),\"B\"),((0,14),\"W\"),((3,4),\"W\"),((7,7),\"B\")]");
}

TEST(Text, AViewSaysItsRowsAndItsBoard) {
  const auto start = [](std::string_view name, int size) {
    return Text::write(rules_of(name, size).start(2, no_chance));
  };
  const std::string begins =
      "stones turn 0 to move B first balance black 0 winner nobody last none ";
  EXPECT_EQ(start("freestyle", 15), begins + "[]");
  EXPECT_EQ(start("freestyle", 20), begins + "freestyle on 20 []");
  EXPECT_EQ(start("standard", 15), begins + "standard on 15 []");
  EXPECT_EQ(start("renju", 20), begins + "renju on 20 []");
}

TEST(Text, ABoardOf20HasPointsBeyond15) {
  const std::string text = "[((0,19),\"B\"),((19,0),\"W\")]";
  EXPECT_EQ(read_board(text), std::nullopt);
  const auto board = read_board(text, {.size = 20});
  ASSERT_TRUE(board);
  EXPECT_EQ(board->at({19, 0}), Colour::white);
  EXPECT_EQ(text_of(*board), text);
}

RC_GTEST_PROP(Text, BoardsRoundTrip, ()) {
  VariantBoard board;
  for (const Point point : board.points())
    if (const int stone = *rc::gen::inRange(0, 9); stone < 2)
      board.lay(point, stone == 0 ? Colour::black : Colour::white);
  RC_ASSERT(read_board(text_of(board)) == board);
}

TEST(Text, AnInvalidBoardIsRefused) {
  for (const std::string text :
       {"", "[", "]", "[]x", "[,]", "[((1,1),\"B\")", "[((1,1),\"B\"),]", "[((1,1),\"X\")]",
        "[((1,1),B)]", "[((15,1),\"B\")]", "[((1,1),\"B\"),((1,1),\"W\")]", "[((1,1),\"",
        "[((1,1),\"B\")((1,2),\"W\")]", "[(1,1)]"})
    EXPECT_EQ(read_board(text), std::nullopt) << text;
}

RC_GTEST_PROP(Text, MovesRoundTrip, ()) {
  const Move move = any_move();
  RC_ASSERT((Text::read(Text::write(move)) == move));
}

RC_GTEST_PROP(Text, HostileBytesAreOnlyText, ()) {
  std::string text = Text::write(any_move());
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
  text.replace(at, *rc::gen::inRange<std::size_t>(0, 4), *rc::gen::arbitrary<std::string>());
  if (const auto move = Text::read(text)) RC_ASSERT((Text::read(Text::write(*move)) == *move));
}

TEST(Laws, HoldUnderBothRuleSets) {
  for (const Rules& rules : {koth, swap2})
    for (std::uint64_t seed = 0; seed < (sanitized ? 6 : 30); ++seed)
      check_laws<Rules, Text>(rules, 2, seed, expect);
}

TEST(Laws, HoldWithoutSwap2OnEveryBoard) {
  for (const auto& [name, size] : rule_sets_without_swap2())
    for (std::uint64_t seed = 0; seed < (sanitized ? 2 : 8); ++seed)
      check_laws<Rules, Text>(rules_of(name, size), 2, seed, expect);
}

TEST(Golden, GamesReplay) {
  const int games = check_golden<Rules, Text>(
      source_dir() / "src/games/gomoku/golden",
      [](const std::string& rule_set, const Switches& switches) {
        return Rules::under(rule_set, switches);
      },
      expect);
  EXPECT_GE(games, 5);
}

}  // namespace
}  // namespace hilltop::gomoku::text_test
