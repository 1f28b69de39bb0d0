#include "games/gomoku/wire.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <string>

#include "games/gomoku/positions.hpp"
#include "games/gomoku/text.hpp"
#include "match/laws.hpp"
#include "match/session.hpp"

namespace hilltop::gomoku::wire_test {
namespace {

const Open spec_opening{{0, 0}, {14, 14}, {0, 1}};
const State start = after(koth, {});
const State choosing = after(koth, {spec_opening});
const State picking = after(koth, {spec_opening, PlaceTwo{{1, 0}, {1, 1}}});
const State playing = after(koth, {spec_opening, TakeBlack{}});

// The contest's example, played from its answers (W1, W2).
TEST(Wire, SaysTheExampleToTheLetter) {
  Session<Rules> session(koth, 2, no_chance);
  const auto next = [&](std::string_view answer) {
    const Seat seat = *session.pending();
    return session.play(seat, Wire::answer(session.view(seat), answer).value());
  };
  EXPECT_EQ(Wire::prompt(session.state()), "A []");
  EXPECT_EQ(next("(0,0) (14,14) (0,1)"), "");
  EXPECT_EQ(Wire::prompt(session.state()), R"(B [((0,0),"B"),((0,1),"W"),((14,14),"B")])");
  EXPECT_EQ(next("W (1,1)"), "");
  EXPECT_EQ(Wire::prompt(session.state()),
            R"(0 [((0,0),"B"),((0,1),"W"),((1,1),"W"),((14,14),"B")])");
  EXPECT_EQ(next("(1,0)"), "");
  EXPECT_EQ(Wire::prompt(session.state()),
            R"(1 [((0,0),"B"),((0,1),"W"),((1,0),"B"),((1,1),"W"),((14,14),"B")])");
}

TEST(Wire, ReadsAViewAsItIsWritten) {
  const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };
  for (const char* rule_set : {"koth", "swap2", "freestyle", "standard", "renju"}) {
    const Rules rules = Rules::under(rule_set, {}).value();
    for (std::uint64_t seed = 0; seed < 3; ++seed) check_views<Wire, Rules>(rules, 2, seed, expect);
  }
  EXPECT_TRUE(Wire::read(koth, R"(4 [((7,7),"B")])")) << "more turns than stones";
  for (const char* wrong :
       {"", "0", "D []", "-1 []", "x []", "0 [((7,7),\"B\"),((7,7),\"W\")]", "0 [((15,7),\"B\")]",
        "0 [((7,7),B)]", "0 [", "A [((7,7),\"B\")]", "B []"})
    EXPECT_FALSE(Wire::read(koth, wrong)) << wrong;
  EXPECT_FALSE(Wire::read(Rules::under("freestyle", {}).value(), "A []"));
}

TEST(Wire, AsksForTheColourWithC) {
  EXPECT_EQ(Wire::prompt(picking),
            R"(C [((0,0),"B"),((0,1),"W"),((1,0),"B"),((1,1),"W"),((14,14),"B")])");
}

TEST(Wire, SortsTheBoardByNumbersNotByText) {
  const State state = standing({{10, 2}, {2, 10}}, {{2, 9}}, Colour::black);
  EXPECT_EQ(Wire::prompt(state), R"(0 [((2,9),"W"),((2,10),"B"),((10,2),"B")])");
}

TEST(Wire, UnderstandsEveryAnswer) {  // W2
  const std::tuple<State, std::string, Move> table[] = {
      {start, "(7,7)(7,8)(0,14)", Open{{7, 7}, {7, 8}, {0, 14}}},
      {choosing, "B", TakeBlack{}},
      {choosing, "W(3,4)", TakeWhite{{3, 4}}},
      {choosing, "(1,1)(2,2)", PlaceTwo{{1, 1}, {2, 2}}},
      {picking, "B", PickColour{Colour::black}},
      {picking, "W", PickColour{Colour::white}},
      {playing, "(3,4)", Place{{3, 4}}},
      {playing, "(03,14)", Place{{3, 14}}},
  };
  for (const auto& [state, line, move] : table) EXPECT_EQ(Wire::answer(state, line), move) << line;
}

TEST(Wire, WhiteSpaceMeansNothingAtAll) {  // W3
  EXPECT_EQ(Wire::answer(start, "(0 , 0) (0,12)\t(5,5)\r"), Move(Open{{0, 0}, {0, 12}, {5, 5}}));
  EXPECT_EQ(Wire::answer(playing, " \t\v\f\r( 1 2,\f3 )\r"), Move(Place{{12, 3}}));
  EXPECT_EQ(Wire::answer(choosing, "W   (3,4)"), Move(TakeWhite{{3, 4}}));
  EXPECT_EQ(Wire::answer(choosing, "\tB "), Move(TakeBlack{}));
}

TEST(Wire, AnIllegalMoveIsAnAnswer) {  // W4
  const std::tuple<State, std::string, std::string> table[] = {
      {start, "(15,0)(0,0)(1,1)", "coordinates are 0 to 14"},
      {start, "(0,0)(0,0)(1,1)", "the same point twice"},
      {start, "(0,0)(1,1)(0,0)", "the same point twice"},
      {choosing, "W(0,0)", "the point is occupied"},
      {choosing, "W(0,-1)", "coordinates are 0 to 14"},
      {choosing, "(1,1)(1,1)", "the same point twice"},
      {choosing, "(1,1)(0,1)", "the point is occupied"},
      {playing, "(15,0)", "coordinates are 0 to 14"},
      {playing, "(-1,3)", "coordinates are 0 to 14"},
      {playing, "(2147483647,3)", "coordinates are 0 to 14"},
      {playing, "(14,14)", "the point is occupied"},
  };
  for (const auto& [state, line, refusal] : table) {
    const auto move = Wire::answer(state, line);
    ASSERT_TRUE(move) << line;
    EXPECT_EQ(koth.refusal(state, *move), refusal) << line;
  }
}

TEST(Wire, AnInvalidAnswerGetsTheValidForms) {  // W4
  const std::tuple<State, std::vector<std::string>, std::string> table[] = {
      {start,
       {"", "B", "(1,1)", "(1,1)(2,2)", "(1,1)(2,2)(3,3)(4,4)", "[]", "1,1 2,2 3,3"},
       "answer (X,Y)(X,Y)(X,Y): two black stones and a white one"},
      {choosing,
       {"", "b", "W", "BB", "B(1,1)", "(1,1)", "W(1,1)(2,2)", "(1,1)(2,2)(3,3)", "w(1,1)",
        "take B"},
       "answer B (take black), W(X,Y) (take white and lay a white stone) or (X,Y)(X,Y) (lay a "
       "black and a white stone)"},
      {picking, {"", "b", "W(1,1)", "BW", "(1,1)", "black"}, "answer B or W: the colour you pick"},
      {playing,
       {"", "B", "(1,1)(2,2)", "(1,1", "1,1)", "(1;1)", "(1,1).", "(a,1)", "(,)", "()", "(1.0,1)",
        "(99999999999,1)", "(+1,1)", "(--1,1)", std::string("(1,1)\0", 6), "\xff\xfe", "pass"},
       "answer (X,Y): the point of your stone"},
  };
  for (const auto& [state, lines, allowed] : table)
    for (const std::string& line : lines) {
      const auto move = Wire::answer(state, line);
      ASSERT_FALSE(move) << line;
      EXPECT_EQ(move.error(), allowed);
    }
}

TEST(Wire, SaysFarewell) {  // W5
  const std::vector<std::string> names{"kid", "bold"};
  EXPECT_EQ(Wire::farewell({1, 0}, 0, names), "EXIT kid");
  EXPECT_EQ(Wire::farewell({0, 1}, 1, names), "EXIT bold");
  EXPECT_EQ(Wire::farewell({0, 0}, 0, names), "EXIT TIE");
}

std::string said(const Move& move) {
  struct {
    std::string operator()(const Open& m) const {
      return text_of(m.first_black) + text_of(m.second_black) + text_of(m.white);
    }
    std::string operator()(const TakeBlack&) const { return "B"; }
    std::string operator()(const TakeWhite& m) const { return 'W' + text_of(m.white); }
    std::string operator()(const PlaceTwo& m) const { return text_of(m.black) + text_of(m.white); }
    std::string operator()(const PickColour& m) const {
      return m.colour == Colour::black ? "B" : "W";
    }
    std::string operator()(const Place& m) const { return text_of(m.point); }
  } writer;
  return std::visit(writer, move);
}

// Understands every legal move of every phase with white space inserted anywhere (W3).
RC_GTEST_PROP(Wire, UnderstandsLegalMovesWithWhiteSpaceAnywhere, ()) {
  const State& state = *rc::gen::element(start, choosing, picking, playing);
  const std::vector<Move> legal = koth.legal_moves(state);
  const Move& move = legal[*rc::gen::inRange<std::size_t>(0, legal.size())];
  std::string line;
  for (const char c : said(move)) {
    line += *rc::gen::container<std::string>(rc::gen::element(' ', '\t', '\r', '\v', '\f'));
    line += c;
  }
  RC_ASSERT((Wire::answer(state, line) == move));
}

RC_GTEST_PROP(Wire, HostileBytesAreOnlyAnswers, (const std::string& bytes)) {
  for (const State& state : {start, choosing, picking, playing}) {
    const auto move = Wire::answer(state, bytes);
    if (move) RC_ASSERT((Wire::answer(state, said(*move)) == *move));
    if (!move) RC_ASSERT(!move.error().empty());
  }
}

RC_GTEST_PROP(Wire, DamagedAnswersAreOnlyAnswers, ()) {
  std::string line = "(1,1)(2,2)(3,3)";
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i)
    line.replace(*rc::gen::inRange<std::size_t>(0, line.size()),
                 *rc::gen::inRange<std::size_t>(0, 7),
                 *rc::gen::container<std::string>(
                     rc::gen::element('(', ')', ',', '-', '1', '9', 'B', 'W', '\0', '\xff')));
  for (const State& state : {start, choosing, picking, playing})
    if (const auto move = Wire::answer(state, line)) koth.refusal(state, *move);
}

TEST(Wire, ALongLineIsOnlyALine) {
  std::string line;
  while (line.size() < 1'000'000) line += "(1,1)";
  EXPECT_FALSE(Wire::answer(playing, line));
  EXPECT_FALSE(Wire::answer(playing, std::string(1'000'000, '(')));
  EXPECT_FALSE(Wire::answer(playing, '(' + std::string(1'000'000, '9') + ",1)"));
}

}  // namespace
}  // namespace hilltop::gomoku::wire_test
