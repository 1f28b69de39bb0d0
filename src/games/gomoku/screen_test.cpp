#include "games/gomoku/screen.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "games/gomoku/positions.hpp"

namespace hilltop::gomoku::screen_test {
namespace {

const std::vector<std::string> names{"Ann", "Ben"};
const Open opening{{7, 7}, {8, 8}, {14, 0}};
const State start = after(koth, {});
const State choosing = after(koth, {opening});
const State picking = after(koth, {opening, PlaceTwo{{1, 1}, {2, 2}}});
const State playing = after(koth, {opening, TakeBlack{}});

TEST(Screen, ShowsTheBoardWithXAcrossAndYDown) {
  EXPECT_EQ(Screen::show(playing, names),
            "     0  1  2  3  4  5  6  7  8  9 10 11 12 13 14\n"
            "  0  .  .  .  .  .  .  .  .  .  .  .  .  .  . [O]\n"
            "  1  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            "  2  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            "  3  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            "  4  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            "  5  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            "  6  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            "  7  .  .  .  .  .  .  .  X  .  .  .  .  .  .  . \n"
            "  8  .  .  .  .  .  .  .  .  X  .  .  .  .  .  . \n"
            "  9  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            " 10  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            " 11  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            " 12  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            " 13  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            " 14  .  .  .  .  .  .  .  .  .  .  .  .  .  .  . \n"
            "X black (Ben)   O white (Ann)   [ ] the last stone   X runs across, Y down\n");
}

TEST(Screen, Shows20PointsInALineOfATerminal) {
  const State state = after(rules_of("freestyle", 20), {Place{{19, 19}}});
  const std::string shown = Screen::show(state, names);
  EXPECT_NE(shown.find(" 17 18 19\n"), std::string::npos);
  EXPECT_NE(shown.find("\n 19 "), std::string::npos);
  EXPECT_NE(shown.find(".  .  . [X]\n"), std::string::npos);
  EXPECT_EQ(shown.find('!'), std::string::npos);
  for (std::size_t begin = 0; begin < shown.size();) {
    const std::size_t end = shown.find('\n', begin);
    EXPECT_LE(end - begin, 79u);
    begin = end + 1;
  }
  EXPECT_NE(Screen::help(state).find("two numbers from 0 to 19"), std::string::npos);
}

TEST(Screen, MarksForbiddenPoints) {  // G15
  const State state =
      standing({{5, 7}, {6, 7}, {7, 5}, {7, 6}}, {}, Colour::black, {15, RowRule::renju});
  const std::string shown = Screen::show(state, names);
  EXPECT_NE(shown.find(" 7  .  .  .  .  .  X  X  !  ."), std::string::npos) << shown;
  EXPECT_NE(shown.find("\n! forbidden to black\n"), std::string::npos);
  State white = state;
  white.to_move = Colour::white;
  EXPECT_EQ(Screen::show(white, names).find("X  X  !"), std::string::npos);
}

TEST(Screen, SaysWhichRowsWin) {  // G14
  const auto help = [](std::string_view name) {
    return Screen::help(rules_of(name).start(2, no_chance));
  };
  EXPECT_NE(help("freestyle").find("Five or more in a row"), std::string::npos);
  EXPECT_NE(help("standard").find("Exactly five in a row"), std::string::npos);
  EXPECT_NE(help("renju").find("two fours or two threes"), std::string::npos);
}

TEST(Screen, NamesNoPlayerBeforeTheColoursAreDecided) {
  EXPECT_NE(Screen::show(choosing, names).find("X black   O white   "), std::string::npos);
}

TEST(Screen, ReadsWhatPeopleType) {
  const std::tuple<State, std::string, Move> table[] = {
      {start, "7 7 8 8 7 9", Open{{7, 7}, {8, 8}, {7, 9}}},
      {start, "(7,7) (8,8) (7,9)", Open{{7, 7}, {8, 8}, {7, 9}}},
      {start, "7,7; 8,8; 7,9", Open{{7, 7}, {8, 8}, {7, 9}}},
      {choosing, "black", TakeBlack{}},
      {choosing, "  B ", TakeBlack{}},
      {choosing, "white 3 4", TakeWhite{{3, 4}}},
      {choosing, "W(3,4)", TakeWhite{{3, 4}}},
      {choosing, "two 3 4 5 6", PlaceTwo{{3, 4}, {5, 6}}},
      {choosing, "3,4 5,6", PlaceTwo{{3, 4}, {5, 6}}},
      {picking, "Black", PickColour{Colour::black}},
      {picking, "w", PickColour{Colour::white}},
      {playing, "7 7", Place{{7, 7}}},
      {playing, "7,7", Place{{7, 7}}},
      {playing, "(7,7)", Place{{7, 7}}},
      {playing, "-1 20", Place{{-1, 20}}},  // read here; the rules refuse it with the reason
  };
  for (const auto& [state, line, move] : table) EXPECT_EQ(Screen::read(state, line), move) << line;
}

TEST(Screen, ExplainsTheInput) {
  for (const std::string line : {"", "7", "7 7 7", "black", "7.7", "x 7 7", "seven", "7 7!"})
    EXPECT_EQ(Screen::read(playing, line).error(),
              "Type X and Y of your stone, two numbers from 0 to 14, as in: 7 7");
  for (const std::string line : {"white", "black 1 1", "3 4", "two 1 2 3", "red", "black white"})
    EXPECT_EQ(Screen::read(choosing, line).error().find("Type 'black', or 'white' with X and Y"),
              0u);
  EXPECT_EQ(Screen::read(picking, "white 1 1").error(), "Type 'black' or 'white'");
  EXPECT_EQ(Screen::read(start, "7 7").error().find("Type six numbers"), 0u);
  EXPECT_FALSE(Screen::read(playing, "99999999999 1"));
}

TEST(Screen, ExplainsTheChoicesUnderTheRuleSet) {  // G7, G8
  const auto help = [](const Rules& rules) { return Screen::help(after(rules, {opening})); };
  EXPECT_NE(help(koth).find("you play black as the board stands; black moves first"),
            std::string::npos);
  EXPECT_EQ(help(koth).find("white moves first"), std::string::npos);
  EXPECT_NE(help(swap2).find("you play black as the board stands; white moves first"),
            std::string::npos);
  EXPECT_NE(help(swap2).find("you place a white stone and play white; black moves first"),
            std::string::npos);
  EXPECT_NE(help(swap2).find("your opponent picks a colour; white moves first"), std::string::npos);
}

TEST(Screen, AsksInEveryPhase) {
  EXPECT_EQ(Screen::question(playing), "Place a black stone (x y)");
  for (const State& state : {start, choosing, picking, playing}) {
    EXPECT_FALSE(Screen::question(state).empty());
    EXPECT_TRUE(Screen::help(state).ends_with('\n'));
    EXPECT_EQ(Screen::before(state), "");
    EXPECT_EQ(Screen::after(state, TakeBlack{}), "");
  }
}

TEST(Screen, AnnouncesTheEnd) {
  const State won = placed(standing({{0, 0}, {0, 1}, {0, 2}, {0, 3}}, {}, Colour::black), {0, 4});
  EXPECT_TRUE(Screen::ending(koth, won, names).ends_with("Y down\nAnn wins\n"));
  State tied = playing;
  tied.phase = Phase::over;
  EXPECT_TRUE(Screen::ending(koth, tied, names).ends_with("\nThe game is a tie\n"));
}

RC_GTEST_PROP(Screen, AnythingCanBeTyped, (const std::string& line)) {
  for (const State& state : {start, choosing, picking, playing})
    if (const auto move = Screen::read(state, line)) koth.refusal(state, *move);
}

}  // namespace
}  // namespace hilltop::gomoku::screen_test
