// Tests the game's notation, wire, log and screen.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "games/tictactoe/game.hpp"
#include "match/text.hpp"

namespace hilltop::tictactoe::words_test {
namespace {

static_assert(Notation<Text, Rules> && OwnWire<Wire, Rules>);
static_assert(GameLog<Log, Rules> && hilltop::Screen<Screen, Rules>);

constexpr Seat x{0}, o{1};
const Chance no_chance{0, 0};
const std::vector<std::string> names{"Ann", "Bob"};

State after(std::initializer_list<int> moves) {
  State state = Rules::start(2, no_chance);
  for (const int cell : moves) Rules::apply(state, {cell}, no_chance);
  return state;
}

TEST(Text, SaysMovesAndViews) {
  EXPECT_EQ(Text::write(Move{5}), "5");
  EXPECT_EQ(Text::read("5"), Move{5});
  EXPECT_EQ(Text::read("10"), Move{10});  // T5: the rules refuse it
  EXPECT_EQ(Text::write(after({1, 5, 8})), "O X...O..X.");
  EXPECT_EQ(Text::write(after({1, 4, 2, 5, 3})), "- XXXOO.... won by X");
  for (const std::string_view text : {"", " 5", "5 ", "x", "5x", "+5", "99999999999"})
    EXPECT_EQ(Text::read(text).error(), "a move is the number of a cell, 1 to 9") << text;
}

RC_GTEST_PROP(Text, RoundTrips, (int cell)) {
  RC_ASSERT(Text::read(Text::write(Move{cell})).value() == Move{cell});
}

RC_GTEST_PROP(Text, HostileBytesAreOnlyText, (const std::string& text)) {
  if (const auto move = Text::read(text))
    RC_ASSERT(Text::read(Text::write(*move)).value() == *move);
}

TEST(Wire, T9_AsksInOneLine) {
  EXPECT_EQ(Wire::prompt(after({})), "X .........");
  EXPECT_EQ(Wire::prompt(after({1, 5, 8})), "O X...O..X.");
}

TEST(Wire, T10_WhiteSpaceAroundTheNumberSaysNothing) {
  for (const std::string_view line : {"3", " 3", "3\r", "\t 3 \v\f"})
    EXPECT_EQ(Wire::answer(after({}), line), Move{3}) << line;
}

TEST(Wire, T11_EverythingElseIsNoAnswer) {
  for (const std::string_view line : {"", "  ", "3 4", "x", "3.", "(3)"})
    EXPECT_EQ(Wire::answer(after({}), line).error(), "a move is the number of a cell, 1 to 9");
  EXPECT_EQ(Wire::answer(after({}), "12"), Move{12});
}

TEST(Wire, T12_SaysFarewell) {
  EXPECT_EQ(Wire::farewell({1, 0}, 0, names), "EXIT Ann");
  EXPECT_EQ(Wire::farewell({0, 1}, 0, names), "EXIT Bob");
  EXPECT_EQ(Wire::farewell({0, 0}, 0, names), "EXIT TIE");
}

TEST(Log, TellsAGame) {
  Log log(Rules{}, names, no_chance);
  EXPECT_EQ(log.opening(), "Tic-tac-toe: Ann plays X, Bob plays O\n");
  EXPECT_EQ(log.played(x, {5}), "Ann marks 5 with X\n");
  EXPECT_EQ(log.played(o, {1}), "Bob marks 1 with O\n");
  EXPECT_EQ(log.closing(), "The game is a tie\n");
  EXPECT_EQ(log.retired(x, "crashed: oh"), "Ann is out: crashed: oh\n");
  EXPECT_EQ(log.closing(), "Bob wins\n");
}

TEST(Screen, ShowsFreeCellsByTheirNumbers) {
  EXPECT_EQ(Screen::show(after({1, 5, 8}), names), " X 2 3\n 4 O 6\n 7 X 9\nX Ann, O Bob\n");
  EXPECT_EQ(Screen::question(after({1})), "mark a free cell with O");
  EXPECT_EQ(Screen::help(after({1, 5})), "  3           mark that cell; free are 2 3 4 6 7 8 9\n");
}

TEST(Screen, UnderstandsACellAndExplainsMistakes) {
  EXPECT_EQ(Screen::read(after({1}), "5"), Move{5});
  EXPECT_EQ(Screen::read(after({1}), "1").error(), "the cell is marked already");
  EXPECT_EQ(Screen::read(after({1}), "0").error(), "cells are 1 to 9");
  EXPECT_EQ(Screen::read(after({1}), "five").error(), "type the number of a free cell, such as 5");
}

TEST(Screen, AnnouncesTheWinner) {
  EXPECT_TRUE(Screen::ending(Rules{}, after({1, 4, 2, 5, 3}), names).ends_with("Ann wins\n"));
  EXPECT_TRUE(Screen::ending(Rules{}, after({5, 1, 2, 8, 4, 6, 3, 7, 9}), names)
                  .ends_with("The game is a tie\n"));
}

TEST(Module, IsTheCardOfTheGame) {
  EXPECT_EQ(Module::info.name, "tictactoe");
  EXPECT_EQ(Module::info.title, "Tic-tac-toe");
  EXPECT_EQ(Module::house_bots().size(), 2u);
}

}  // namespace
}  // namespace hilltop::tictactoe::words_test
