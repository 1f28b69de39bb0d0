// The game's words: notation, wire, log and screen.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "games/pig/game.hpp"
#include "games/pig/position_for_test.hpp"
#include "match/text.hpp"

namespace hilltop::pig::words_test {
namespace {

static_assert(Notation<Text, Rules> && NumberedWire<Wire, Rules>);
static_assert(GameLog<Log, Rules> && hilltop::Screen<Screen, Rules>);

const std::vector<std::string> names{"Ann", "Bob", "Cid"};

State begun(int seats, int target = 20) { return rules_to(target).start(seats, any_luck); }

TEST(Text, SaysMoves) {
  for (const Move move : {Move::roll, Move::hold}) EXPECT_EQ(Text::read(Text::write(move)), move);
  for (const std::string_view text : {"", "Roll", " roll", "roll ", "rol", "rollhold", "r", "HOLD"})
    EXPECT_EQ(Text::read(text).error(), "a move is 'roll' or 'hold'") << text;
}

RC_GTEST_PROP(Text, HostileBytesAreOnlyText, (const std::string& text)) {
  if (const auto move = Text::read(text)) RC_ASSERT(Text::write(*move) == text);
}

TEST(Text, SaysViews) {
  EXPECT_EQ(Text::write(begun(2)),
            "seat 0 scores 0,0 turn_total 0 rolls 0 round 0 left - target 20");
  EXPECT_EQ(Text::write(after(begun(3), "6 5 hold leave 4 2")),
            "seat 2 scores 11,0,0 turn_total 6 rolls 2 round 0 left 1 target 20");
  EXPECT_EQ(Text::write(after(begun(2, 10), "6 5 hold")),
            "seat 0 scores 11,0 turn_total 11 rolls 2 round 0 left - target 10 over");
}

TEST(Wire, SaysAllButTheTarget) {
  EXPECT_EQ(Wire::prompt(after(begun(3), "6 5 hold 1 1 2")),
            "seat 0 scores 11,0,0 turn_total 2 rolls 1 round 1 left -");
  EXPECT_EQ(Wire::prompt(after(begun(4), "leave leave 3")),
            "seat 2 scores 0,0,0,0 turn_total 3 rolls 1 round 0 left 0,1");
}

TEST(Wire, P13_UnderstandsTwoAnswers) {
  EXPECT_EQ(Wire::answer(begun(2), "roll"), Move::roll);
  EXPECT_EQ(Wire::answer(begun(2), "hold"), Move::hold);  // P6: for the rules to refuse
  EXPECT_FALSE(Wire::answer(begun(2), "pass"));
}

// The log of a game whose dice are those of the script.
Log log_of(int seats, int target, const std::string& script) {
  return Log(rules_to(target), {names.begin(), names.begin() + seats},
             luck_of(begun(seats, target), script));
}

TEST(Log, TellsAGame) {
  Log log = log_of(2, 10, "4 2 hold 3 1 5 hold");
  EXPECT_EQ(log.opening(), "Pig to 10: Ann and Bob\n");
  EXPECT_EQ(log.played(Seat(0), Move::roll), "Ann rolls 4 (turn total 4)\n");
  EXPECT_EQ(log.played(Seat(0), Move::roll), "Ann rolls 2 (turn total 6)\n");
  EXPECT_EQ(log.played(Seat(0), Move::hold), "Ann holds 6 (score 6)\n");
  EXPECT_EQ(log.played(Seat(1), Move::roll), "Bob rolls 3 (turn total 3)\n");
  EXPECT_EQ(log.played(Seat(1), Move::roll), "Bob rolls 1 and scores nothing (score 0)\n");
  EXPECT_EQ(log.played(Seat(0), Move::roll), "Ann rolls 5 (turn total 5)\n");
  EXPECT_EQ(log.played(Seat(0), Move::hold), "Ann holds 5 (score 11)\n");
  EXPECT_EQ(log.closing(), "Scores: Ann 11, Bob 0\nAnn wins with 11\n");
}

TEST(Log, TellsWhoLeaves) {
  Log log = log_of(3, 20, "4 hold");
  EXPECT_EQ(log.opening(), "Pig to 20: Ann, Bob and Cid\n");
  log.played(Seat(0), Move::roll);
  log.played(Seat(0), Move::hold);
  EXPECT_EQ(log.retired(Seat(1), "crashed: oh"), "Bob leaves the game: crashed: oh (score 0)\n");
  EXPECT_EQ(log.retired(Seat(0), "left"), "Ann leaves the game: left (score 4)\n");
  EXPECT_EQ(log.closing(), "Scores: Ann 4, Bob 0, Cid 0\nCid wins with 0\n");
}

TEST(Verdict, NamesThoseWhoShareTheLead) {
  State state = begun(3);
  state.over = true;
  state.scores = {8, 7, 8};
  EXPECT_EQ(verdict(state, names), "Ann and Cid tie with 8");
}

TEST(Screen, ShowsWhoBeginsATurn) {
  EXPECT_EQ(Screen::show(begun(2), names), "  Ann    0  to roll\n  Bob    0\n");
}

TEST(Screen, ShowsScoresAndTheTurn) {
  const std::vector<std::string> wide{"Ann", "Zoë", "二郎"};
  EXPECT_EQ(Screen::show(after(begun(3), "6 5 hold leave 4 2"), wide),
            "  Ann    11\n"
            "  Zoë     0  left\n"
            "  二郎    0  + 6 in this turn\n");
}

struct Asked {
  const char* script;  // to a target of 10
  const char *question, *help;
};

const Asked asked[] = {
    {"", "roll the die", "  roll (r)    rolls the die: a 1 ends the turn, and it scores nothing\n"},
    {"4 2 hold 1 3", "roll again or hold 3",
     "  roll (r)    rolls the die: a 1 ends the turn, and it scores nothing\n"
     "  hold (h)    ends the turn, with a score of 9 of 10\n"},
    {"4 2 hold 1 5", "hold and win with 11",
     "  hold (h)    ends the turn, with a score of 11 of 10\n"},
};

TEST(Screen, AsksForWhatIsAllowed) {
  for (const Asked& each : asked) {
    const State state = after(begun(2, 10), each.script);
    EXPECT_EQ(Screen::question(state), each.question);
    EXPECT_EQ(Screen::help(state), each.help);
  }
}

TEST(Screen, UnderstandsShortAnswers) {
  const State state = after(begun(2), "4");
  for (const std::string_view line : {"roll", "r", "ROLL", " R "})
    EXPECT_EQ(Screen::read(state, line), Move::roll) << line;
  for (const std::string_view line : {"hold", "h", "Hold"})
    EXPECT_EQ(Screen::read(state, line), Move::hold) << line;
  for (const std::string_view line : {"", "stop", "roll 2", "hr"})
    EXPECT_EQ(Screen::read(state, line).error(), "type roll or hold, or r or h") << line;
}

TEST(Screen, AnnouncesTheWinner) {
  EXPECT_EQ(Screen::ending(rules_to(10), after(begun(2, 10), "6 5 hold"), {"Ann", "Bob"}),
            "  Ann   11\n  Bob    0\nAnn wins with 11\n");
}

TEST(Module, IsTheCardOfTheGame) {
  EXPECT_EQ(Module::info.name, "pig");
  EXPECT_EQ(Module::info.title, "Pig");
  EXPECT_EQ(Module::info.unit.name, "");
  EXPECT_EQ(Module::house_bots().size(), 5u);
}

}  // namespace
}  // namespace hilltop::pig::words_test
