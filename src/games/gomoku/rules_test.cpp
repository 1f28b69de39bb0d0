#include "games/gomoku/rules.hpp"

#include <array>
#include <gtest/gtest.h>
#include <string>

#include "games/gomoku/positions.hpp"
#include "match/session.hpp"

namespace hilltop::gomoku::rules_test {
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
  EXPECT_EQ(session.decisions(), 225 - 3 + 2);
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

TEST(Rules, AnAgreedDrawEndsTheGameAfterThatDecision) {  // G17
  const std::vector<Move> begun[] = {
      {Open{{0, 0}, {0, 2}, {0, 4}}, TakeBlack{}},
      {Open{{0, 0}, {0, 2}, {0, 4}}, TakeWhite{{0, 6}}},
      {Open{{0, 0}, {0, 2}, {0, 4}}, PlaceTwo{{0, 6}, {0, 8}}, PickColour{Colour::white}},
  };
  for (std::vector<Move> moves : begun) {
    for (const Point point : {Point{9, 9}, Point{2, 9}, Point{9, 2}}) moves.push_back(Place{point});
    const int opening = static_cast<int>(moves.size()) - 3;
    for (int agreed = opening; agreed <= static_cast<int>(moves.size()); ++agreed) {
      const Rules rules = Rules::under("swap2", {{"agreed_draw", std::int64_t{agreed}}}).value();
      State state = rules.start(2, no_chance);
      for (int played = 0; played < agreed; ++played) {
        ASSERT_TRUE(rules.turn(state)) << played;
        rules.apply(state, moves[static_cast<std::size_t>(played)], no_chance);
      }
      EXPECT_EQ(rules.turn(state), std::nullopt) << agreed;
      EXPECT_EQ(rules.points(state), Points(2));
    }
  }
  const Rules none = Rules::under("freestyle", {}).value();
  EXPECT_FALSE(none.switches().contains("agreed_draw"));
  const Switches agreed{{"agreed_draw", std::int64_t{2}}, {"size", std::int64_t{15}}};
  EXPECT_EQ(Rules::under("freestyle", agreed).value().switches(), agreed);
  EXPECT_EQ(Rules::under("freestyle", {{"agreed_draw", std::int64_t{0}}}).error().text,
            "switch 'agreed_draw' takes a whole number from 1 to 400");
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

TEST(Rules, WithoutSwap2AHasBlackOnTheEmptyBoard) {  // G13
  for (const auto& [name, size] : rule_sets_without_swap2()) {
    const Rules rules = rules_of(name, size);
    const State start = rules.start(2, no_chance);
    EXPECT_EQ(start.phase, Phase::stones);
    EXPECT_EQ(start.board.size(), size);
    EXPECT_EQ(start.board.stones(), 0);
    EXPECT_EQ(start.black, opener);
    EXPECT_EQ(rules.turn(start), opener);
    EXPECT_EQ(start.last_stone, std::nullopt);
    EXPECT_EQ(rules.legal_moves(start).size(), static_cast<std::size_t>(size * size));
    const State second = after(rules, {Place{{size - 1, 0}}});
    EXPECT_EQ(rules.turn(second), chooser);
    EXPECT_EQ(second.board.at({size - 1, 0}), Colour::black);
    EXPECT_EQ(rules.refusal(second, Place{{size, 0}}),
              size == 15 ? "coordinates are 0 to 14" : "coordinates are 0 to 19");
    EXPECT_EQ(rules.refusal(second, Place{{size - 1, 0}}), "the point is occupied");
    EXPECT_EQ(rules.refusal(second, TakeBlack{}), "one stone is to be placed");
    EXPECT_EQ(rules.switches(), (Switches{{"size", std::int64_t{size}}}));
  }
}

TEST(Rules, ColoursAlternateFromAPosition) {  // G12, G13
  for (const auto& [stones, first] :
       {std::pair{3, Colour::white}, std::pair{4, Colour::black}, std::pair{1, Colour::white}}) {
    std::vector<std::int64_t> numbers;
    for (int i = 0; i < stones; ++i) numbers.push_back(100 * (16 + i % 2) + 3 * i);
    numbers.push_back(opening_end);
    const Rules rules =
        Rules::under("standard", {{"size", std::int64_t{20}}, {"openings", numbers}}).value();
    const State start = rules.start(2, no_chance);
    EXPECT_EQ(start.board.stones(), stones);
    EXPECT_EQ(start.to_move, first);
    EXPECT_EQ(start.black, opener);
  }
}

// Rows of white have black's mirrored below them, out of reach.
TEST(Rules, TheRowsThatWin) {  // G14
  struct Line {
    std::string_view rules;
    int length;
    bool black_wins, white_wins;
  };
  const Line table[] = {
      {"freestyle", 5, true, true}, {"freestyle", 6, true, true},  {"freestyle", 9, true, true},
      {"standard", 5, true, true},  {"standard", 6, false, false}, {"standard", 9, false, false},
      {"renju", 5, true, true},     {"renju", 6, false, true},     {"renju", 9, false, true}};
  for (const Line& line : table)
    for (const int size : board_sizes)
      for (const Colour colour : {Colour::black, Colour::white}) {
        SCOPED_TRACE(std::string(line.rules) + ' ' + std::to_string(line.length));
        const Rules rules = rules_of(line.rules, size);
        std::vector<Point> row;
        for (int i = 0; i < line.length; ++i) row.push_back({size - 1, size - 1 - i});
        const Point last = row[4];
        std::erase(row, last);
        const bool black = colour == Colour::black;
        State state = standing(black ? row : std::vector<Point>{},
                               black ? std::vector<Point>{} : row, colour, rules.variant());
        const bool wins = black ? line.black_wins : line.white_wins;
        if (line.rules == "renju" && black && !wins) {
          EXPECT_EQ(rules.refusal(state, Place{last}), "renju forbids black a row of six or more");
          continue;
        }
        ASSERT_EQ(rules.refusal(state, Place{last}), "");
        rules.apply(state, Place{last}, no_chance);
        EXPECT_EQ(state.winner.has_value(), wins);
      }
}

TEST(Rules, RenjuForbidsBlackAlone) {  // G15
  const Rules rules = rules_of("renju");
  const std::vector<Point> threes{{5, 7}, {6, 7}, {7, 5}, {7, 6}};
  const std::vector<Point> fours{{4, 7}, {5, 7}, {6, 7}, {7, 4}, {7, 5}, {7, 6}};
  for (const auto& [stones, why] : {std::pair{threes, "renju forbids black two threes at once"},
                                    std::pair{fours, "renju forbids black two fours at once"}}) {
    const State black = standing(stones, {}, Colour::black, rules.variant());
    EXPECT_EQ(rules.refusal(black, Place{{7, 7}}), why);
    const std::vector<Move> legal = rules.legal_moves(black);
    EXPECT_FALSE(std::ranges::count(legal, Move(Place{{7, 7}})));
    const State white = standing({}, stones, Colour::white, rules.variant());
    EXPECT_EQ(rules.refusal(white, Place{{7, 7}}), "");
    for (const char* const other : {"freestyle", "standard"})
      EXPECT_EQ(rules_of(other).refusal(
                    standing(stones, {}, Colour::black, rules_of(other).variant()), Place{{7, 7}}),
                "");
  }
}

// A full board but for one point of White and two on which Black would make six.
State black_has_forbidden_points_left(const std::vector<Point>& free) {
  VariantBoard board({15, RowRule::renju});
  for (const Point point : board.points()) {
    if (std::ranges::count(free, point)) continue;
    const bool in_six = point.y % 7 == 3 && 4 <= point.x && point.x <= 9;
    const bool beside = point.y % 7 == 3 && (point.x == 3 || point.x == 10);
    board.lay(point, in_six ? Colour::black : beside ? Colour::white : tie_colour(point));
  }
  for (const Point point : board.points()) EXPECT_FALSE(board.wins_at(point));
  State state;
  state.board = board;
  state.phase = Phase::stones;
  state.black = opener;
  state.to_move = Colour::white;
  return state;
}

TEST(Rules, BlackPassesIfEveryFreePointIsForbidden) {  // G16
  const Rules rules = rules_of("renju");
  const std::vector<Point> free{{7, 3}, {7, 10}, {0, 0}};
  State state = black_has_forbidden_points_left(free);
  EXPECT_TRUE(state.board.forbidden(free[0], Colour::black));
  EXPECT_TRUE(state.board.forbidden(free[1], Colour::black));
  rules.apply(state, Place{free[2]}, no_chance);
  EXPECT_EQ(state.phase, Phase::stones);
  EXPECT_EQ(rules.turn(state), chooser) << "White again";
  EXPECT_EQ(state.to_move, Colour::white);
  EXPECT_EQ(state.turn, 1);
  EXPECT_EQ(rules.legal_moves(state).size(), 2u);
  rules.apply(state, Place{free[0]}, no_chance);
  rules.apply(state, Place{free[1]}, no_chance);
  EXPECT_EQ(state.phase, Phase::over);
  EXPECT_EQ(state.winner, std::nullopt) << "the board is full";
}

TEST(Rules, SizesAndSwitchesBelongToTheirRuleSets) {  // G8, G13
  const auto problem = [](std::string_view rule_set, const Switches& switches) {
    const auto rules = Rules::under(rule_set, switches);
    return rules ? "" : rules.error().text;
  };
  const auto size = [](std::int64_t number) { return Switches{{"size", number}}; };
  for (const char* const name : {"koth", "swap2"}) {
    EXPECT_EQ(problem(name, size(15)), "");
    EXPECT_EQ(problem(name, size(20)),
              "switch 'size' is 15 under " + std::string(name) +
                  "; freestyle, standard and renju are played on 20 x 20 too");
  }
  for (const char* const name : {"freestyle", "standard", "renju"}) {
    EXPECT_EQ(problem(name, size(20)), "");
    for (const int wrong : {14, 16, 19, 21, 5, 0, -1, 1'000'000})
      EXPECT_EQ(problem(name, size(wrong)), "switch 'size' takes 15 or 20") << wrong;
    EXPECT_EQ(problem(name, {{"size", std::string("20")}}), "switch 'size' takes 15 or 20");
    EXPECT_EQ(problem(name, {{"first_to_move", std::string("black")}}),
              "switch 'first_to_move' is for the rules koth and swap2: under " + std::string(name) +
                  " the colours take turns, black first");
  }
  EXPECT_EQ(Rules::under("koth", {}).value().switches().contains("size"), false);
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
}  // namespace hilltop::gomoku::rules_test
