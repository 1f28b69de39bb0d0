#include "games/gomoku/rules.hpp"

#include <array>
#include <gtest/gtest.h>
#include <string>

#include "games/gomoku/positions.hpp"
#include "match/session.hpp"

namespace hilltop::gomoku {
namespace {

const Open table_opening{{7, 7}, {8, 8}, {7, 9}};

Points points_of(const State& state) { return koth.points(state); }

TEST(Rules, EachRowOfFiveWinsWhicheverStoneIsTheLast) {  // G2
  int rows = 0;
  for (const Point from : all_points)
    for (const auto& [dx, dy] : directions) {
      std::vector<Point> row;
      for (int i = 0; i < row_to_win; ++i) row.push_back({from.x + i * dx, from.y + i * dy});
      if (!on_board(row.back())) continue;
      ++rows;
      for (const Point last : row)
        for (const Colour colour : {Colour::black, Colour::white}) {
          std::vector<Point> four = row;
          std::erase(four, last);
          const bool black = colour == Colour::black;
          const State before = standing(black ? four : std::vector<Point>{},
                                        black ? std::vector<Point>{} : four, colour);
          const State over = placed(before, last);
          ASSERT_EQ(koth.turn(over), std::nullopt);
          ASSERT_EQ(points_of(over), (black ? Points{1, 0} : Points{0, 1}));
        }
    }
  EXPECT_EQ(rows, 572);
}

TEST(Rules, FourDoNotWin) {  // G2
  const State state = placed(standing({{0, 0}, {0, 1}, {0, 2}}, {}, Colour::black), {0, 3});
  EXPECT_EQ(koth.turn(state), chooser);
  EXPECT_EQ(points_of(state), (Points{0, 0}));
}

TEST(Rules, ARowDoesNotRunRoundTheEdge) {  // G2
  EXPECT_TRUE(
      koth.turn(placed(standing({{0, 12}, {0, 13}, {0, 14}, {1, 0}}, {}, Colour::black), {1, 1})));
}

TEST(Rules, AnEnemyStoneBreaksARow) {  // G2
  EXPECT_TRUE(koth.turn(
      placed(standing({{0, 0}, {1, 0}, {3, 0}, {4, 0}}, {{2, 0}}, Colour::black), {5, 0})));
}

TEST(Rules, SixToNineInARowWin) {  // G2: five or more
  for (int length = 6; length <= 9; ++length)
    for (const auto& [dx, dy] : directions) {
      std::vector<Point> row;
      for (int i = 0; i < length; ++i) row.push_back({3 + i * dx, (dy < 0 ? 11 : 3) + i * dy});
      const Point last = row[4];  // fewer than five on either side
      std::erase(row, last);
      const State over = placed(standing(row, {}, Colour::black), last);
      EXPECT_EQ(koth.turn(over), std::nullopt) << length;
      EXPECT_EQ(points_of(over), (Points{1, 0}));
    }
}

TEST(Rules, TwoRowsAtOnceAreOneWin) {  // G3
  std::vector<Point> cross;
  for (int i = 1; i <= 4; ++i) {
    cross.push_back({7 + i, 7});
    cross.push_back({7, 7 + i});
  }
  EXPECT_EQ(points_of(placed(standing({}, cross, Colour::white), {7, 7})), (Points{0, 1}));
}

// Colours a full board with no more than two equal stones in a row: 113 black, 112 white.
Colour tie_colour(Point point) {
  return (point.x + 2 * point.y) % 4 < 2 ? Colour::black : Colour::white;
}

TEST(Rules, AFullBoardIsATie) {  // G4
  std::vector<Point> black, white;
  for (const Point point : all_points)
    (tie_colour(point) == Colour::black ? black : white).push_back(point);
  Session<Rules> session(koth, 2, no_chance);
  EXPECT_EQ(session.play(opener, Open{black[0], black[1], white[0]}), "");
  EXPECT_EQ(session.play(chooser, TakeBlack{}), "");
  for (std::size_t i = 2; i < black.size(); ++i) {
    ASSERT_EQ(session.play(*session.pending(), Place{black[i]}), "");
    if (!session.pending()) break;
    ASSERT_EQ(session.play(*session.pending(), Place{white[i - 1]}), "");
  }
  EXPECT_EQ(session.pending(), std::nullopt);
  EXPECT_EQ(session.points(), (Points{0, 0}));
  EXPECT_EQ(session.decisions(), Rules::longest);
}

TEST(Rules, ARowMadeByTheLastStoneOfAFullBoardWins) {  // G4
  std::vector<Point> black, white;
  for (const Point point : all_points) {
    if (point == Point{0, 0}) continue;
    const bool in_row = point.y == 0 && point.x < row_to_win;
    (in_row || tie_colour(point) == Colour::black ? black : white).push_back(point);
  }
  const State over = placed(standing(black, white, Colour::black), {0, 0});
  EXPECT_TRUE(over.board.full());
  EXPECT_EQ(points_of(over), (Points{1, 0}));
}

TEST(Rules, TheTableOfOpenings) {  // G6, G7, G8
  struct Line {
    const Rules& rules;
    std::vector<Move> moves;  // after the opening
    Seat black, first;
    int stones;
  };
  const TakeWhite take_white{{3, 4}};
  const PlaceTwo two{{1, 1}, {2, 2}};
  const PickColour pick_black{Colour::black}, pick_white{Colour::white};
  const Line table[] = {
      {koth, {TakeBlack{}}, chooser, chooser, 3},
      {koth, {take_white}, opener, opener, 4},
      {koth, {two, pick_black}, opener, opener, 5},
      {koth, {two, pick_white}, chooser, chooser, 5},
      {swap2, {TakeBlack{}}, chooser, opener, 3},
      {swap2, {take_white}, opener, opener, 4},
      {swap2, {two, pick_black}, opener, chooser, 5},
      {swap2, {two, pick_white}, chooser, opener, 5},
  };
  for (const Line& line : table) {
    std::vector<Move> moves{table_opening};
    moves.insert(moves.end(), line.moves.begin(), line.moves.end());
    const State state = after(line.rules, moves);
    SCOPED_TRACE(&line - table);
    EXPECT_EQ(state.phase, Phase::stones);
    EXPECT_EQ(state.black, line.black);
    EXPECT_EQ(line.rules.turn(state), line.first);
    EXPECT_EQ(state.to_move, line.first == line.black ? Colour::black : Colour::white);
    EXPECT_EQ(state.board.stones(), line.stones);
    EXPECT_EQ(state.turn, 0);
    const State next = after(line.rules, [&] {
      moves.push_back(Place{{14, 14}});
      return moves;
    }());
    EXPECT_EQ(line.rules.turn(next), opponent(line.first));
    EXPECT_EQ(next.board.at({14, 14}), state.to_move);
    EXPECT_EQ(next.turn, 1);
  }
}

TEST(Rules, TheOpeningLaysTheColoursItNames) {  // G6, G7
  const State opened = after(koth, {table_opening});
  EXPECT_EQ(koth.turn(opened), chooser);
  EXPECT_EQ(opened.board.at({7, 7}), Colour::black);
  EXPECT_EQ(opened.board.at({8, 8}), Colour::black);
  EXPECT_EQ(opened.board.at({7, 9}), Colour::white);
  EXPECT_EQ(after(koth, {table_opening, TakeWhite{{3, 4}}}).board.at({3, 4}), Colour::white);
  const State two = after(koth, {table_opening, PlaceTwo{{1, 1}, {2, 2}}});
  EXPECT_EQ(koth.turn(two), opener);
  EXPECT_EQ(two.board.at({1, 1}), Colour::black);
  EXPECT_EQ(two.board.at({2, 2}), Colour::white);
}

TEST(Rules, IllegalStonesAreRefusedInEveryPhase) {  // G5
  const Point p{1, 2}, q{3, 4}, off[] = {{15, 0}, {0, 15}, {-1, 0}, {0, -1}, {2147483647, 7}};
  const State start = after(koth, {}), opened = after(koth, {table_opening}),
              playing = after(koth, {table_opening, TakeBlack{}});
  for (const Point bad : off) {
    for (const Open& move : {Open{bad, p, q}, Open{p, bad, q}, Open{p, q, bad}})
      EXPECT_EQ(koth.refusal(start, move), "coordinates are 0 to 14");
    EXPECT_EQ(koth.refusal(opened, TakeWhite{bad}), "coordinates are 0 to 14");
    EXPECT_EQ(koth.refusal(opened, PlaceTwo{bad, p}), "coordinates are 0 to 14");
    EXPECT_EQ(koth.refusal(opened, PlaceTwo{p, bad}), "coordinates are 0 to 14");
    EXPECT_EQ(koth.refusal(playing, Place{bad}), "coordinates are 0 to 14");
  }
  for (const Open& move : {Open{p, p, q}, Open{p, q, p}, Open{p, q, q}})
    EXPECT_EQ(koth.refusal(start, move), "the same point twice");
  EXPECT_EQ(koth.refusal(opened, PlaceTwo{p, p}), "the same point twice");
  EXPECT_EQ(koth.refusal(opened, TakeWhite{{7, 7}}), "the point is occupied");
  EXPECT_EQ(koth.refusal(opened, PlaceTwo{{7, 9}, p}), "the point is occupied");
  EXPECT_EQ(koth.refusal(opened, PlaceTwo{p, {7, 9}}), "the point is occupied");
  EXPECT_EQ(koth.refusal(playing, Place{{8, 8}}), "the point is occupied");
}

TEST(Rules, AMoveOfAnotherPhaseIsRefused) {  // G6, G7, G8
  const Move moves[] = {table_opening,
                        TakeBlack{},
                        TakeWhite{{3, 4}},
                        PlaceTwo{{1, 1}, {2, 2}},
                        PickColour{Colour::black},
                        Place{{5, 5}}};
  const std::pair<State, std::string> phases[] = {
      {after(koth, {}), "100000"},
      {after(koth, {Open{{0, 0}, {0, 1}, {0, 2}}}), "011100"},
      {after(koth, {Open{{0, 0}, {0, 1}, {0, 2}}, PlaceTwo{{0, 3}, {0, 4}}}), "000010"},
      {after(koth, {Open{{0, 0}, {0, 1}, {0, 2}}, TakeBlack{}}), "000001"},
      {placed(standing({{0, 0}, {0, 1}, {0, 2}, {0, 3}}, {}, Colour::black), {0, 4}), "000000"},
  };
  for (const auto& [state, allowed] : phases) {
    std::string legal;
    for (const Move& move : moves) legal += koth.refusal(state, move).empty() ? '1' : '0';
    EXPECT_EQ(legal, allowed);
  }
}

TEST(Rules, LeavingLosesAtAnyTime) {  // G9
  for (const std::vector<Move>& moves : {std::vector<Move>{},
                                         {table_opening},
                                         {table_opening, PlaceTwo{{1, 1}, {2, 2}}},
                                         {table_opening, TakeBlack{}, Place{{1, 1}}}})
    for (const Seat leaver : {opener, chooser}) {
      State state = after(koth, moves);
      koth.retire(state, leaver, no_chance);
      EXPECT_EQ(koth.turn(state), std::nullopt);
      EXPECT_EQ(points_of(state), (leaver == opener ? Points{0, 1} : Points{1, 0}));
    }
}

TEST(Rules, TheSwitchOverridesTheRuleSet) {  // G8
  const auto first = [](std::string_view rule_set, const Switches& switches) {
    return Rules::under(rule_set, switches).value().start(2, no_chance).first_to_move;
  };
  const Switches black{{"first_to_move", std::string("black")}};
  const Switches balance{{"first_to_move", std::string("balance")}};
  EXPECT_EQ(first("koth", {}), FirstToMove::black);
  EXPECT_EQ(first("swap2", {}), FirstToMove::balance);
  EXPECT_EQ(first("koth", balance), FirstToMove::balance);
  EXPECT_EQ(first("swap2", black), FirstToMove::black);
}

TEST(Rules, UnknownRuleSetsAndSwitchesAreNamed) {
  const auto problem = [](std::string_view rule_set, const Switches& switches) {
    return Rules::under(rule_set, switches).error().text;
  };
  EXPECT_EQ(problem("swap", {}).find("unknown rule set 'swap' of gomoku"), 0u);
  EXPECT_EQ(problem("koth", {{"first_to_move", std::string("white")}}),
            "switch 'first_to_move' takes \"black\" or \"balance\"");
  EXPECT_EQ(problem("koth", {{"first", true}}).find("unknown switch 'first'"), 0u);
}

TEST(Rules, TheOfferOfOpeningsAndOfTwoStonesIsFair) {
  const auto check = [](const std::vector<Move>& moves, auto&& points_of_move, std::size_t points) {
    std::map<Point, std::array<int, 3>> uses;
    for (const Move& move : moves) points_of_move(move, uses);
    EXPECT_EQ(uses.size(), points);
    for (const auto& [point, use] : uses) EXPECT_EQ(use, uses.begin()->second);
  };
  const auto count_open = [](const Move& move, auto& uses) {
    const Open& open = std::get<Open>(move);
    ++uses[open.first_black][0], ++uses[open.second_black][1], ++uses[open.white][2];
  };
  const auto count_two = [](const Move& move, auto& uses) {
    if (const auto* two = std::get_if<PlaceTwo>(&move))
      ++uses[two->black][0], ++uses[two->white][1];
  };
  const std::vector<Move> openings = koth.legal_moves(after(koth, {}));
  EXPECT_EQ(openings.size(), 675u);
  check(openings, count_open, board_points);
  const std::vector<Move> choices = koth.legal_moves(after(koth, {table_opening}));
  EXPECT_EQ(choices.size(), 1u + 222 + 444);
  check(choices, count_two, board_points - 3);
}

}  // namespace
}  // namespace hilltop::gomoku
