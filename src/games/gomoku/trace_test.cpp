#include "games/gomoku/trace.hpp"

#include <gtest/gtest.h>
#include <set>

#include "games/gomoku/positions.hpp"

namespace hilltop::gomoku::trace_test {
namespace {

std::uint64_t trace(const std::vector<Move>& moves, const State& start = koth.start(2, no_chance)) {
  Trace trace(start);
  for (const Move& move : moves) trace.played(move);
  return trace.value();
}

Move turned_move(const Move& move, std::uint32_t symmetry) {
  const auto at = [symmetry](Point point) { return turned(point, symmetry); };
  struct {
    decltype(at)& turn;
    Move operator()(const Open& move) const {
      return Open{turn(move.first_black), turn(move.second_black), turn(move.white)};
    }
    Move operator()(const TakeBlack& move) const { return move; }
    Move operator()(const TakeWhite& move) const { return TakeWhite{turn(move.white)}; }
    Move operator()(const PlaceTwo& move) const {
      return PlaceTwo{turn(move.black), turn(move.white)};
    }
    Move operator()(const PickColour& move) const { return move; }
    Move operator()(const Place& move) const { return Place{turn(move.point)}; }
  } turn{at};
  return std::visit(turn, move);
}

const std::vector<Move> game{Open{{1, 2}, {3, 4}, {5, 6}}, PlaceTwo{{7, 8}, {9, 1}},
                             PickColour{Colour::white}, Place{{2, 2}}, Place{{11, 4}}};

TEST(Trace, IsTheSameForAGameTurnedOrMirrored) {
  for (std::uint32_t symmetry = 0; symmetry < symmetries; ++symmetry) {
    std::vector<Move> image;
    for (const Move& move : game) image.push_back(turned_move(move, symmetry));
    EXPECT_EQ(trace(image), trace(game)) << symmetry;
    EXPECT_EQ(
        trace({}, standing({turned({3, 4}, symmetry)}, {turned({5, 9}, symmetry)}, Colour::black)),
        trace({}, standing({{3, 4}}, {{5, 9}}, Colour::black)));
  }
  // One game has one symmetry, not one for each move.
  EXPECT_NE(trace({Place{{1, 2}}, Place{{3, 9}}}), trace({Place{{1, 2}}, Place{{9, 3}}}));
}

TEST(Trace, DiffersBetweenDifferentGames) {
  std::set<std::uint64_t> all{trace({})};
  std::size_t games = 1;
  const auto add = [&](const std::vector<Move>& moves) {
    all.insert(trace(moves));
    ++games;
  };
  for (std::size_t length = 1; length <= game.size(); ++length)
    add({game.begin(), game.begin() + static_cast<std::ptrdiff_t>(length)});
  add({TakeBlack{}});
  add({TakeWhite{{1, 2}}});
  add({Place{{1, 2}}});
  add({PickColour{Colour::black}});
  add({PickColour{Colour::white}});
  add({PlaceTwo{{1, 2}, {3, 4}}});
  add({PlaceTwo{{3, 4}, {1, 2}}});
  add({Place{{1, 2}}, Place{{3, 4}}});
  add({Place{{3, 4}}, Place{{1, 2}}});
  add({Open{{1, 2}, {5, 6}, {3, 4}}});
  EXPECT_EQ(all.size(), games);
  EXPECT_NE(trace({}, standing({{3, 4}}, {{5, 9}}, Colour::black)),
            trace({}, standing({{5, 9}}, {{3, 4}}, Colour::black)));
}

TEST(Trace, TellsTheCellsOf20Apart) {
  const Rules rules = rules_of("freestyle", 20);
  const State start = rules.start(2, no_chance);
  std::set<std::uint64_t> all;
  for (const Point point : start.board.points()) all.insert(trace({Place{point}}, start));
  EXPECT_EQ(all.size(), 55u) << "10 x 10 cells of a corner, of which a mirror keeps half";
  std::set<std::uint64_t> positions;
  for (const Point point : start.board.points())
    for (const bool black : {true, false}) {
      const std::vector<Point> stone{point};
      positions.insert(trace(
          {}, standing(black ? stone : std::vector<Point>{}, black ? std::vector<Point>{} : stone,
                       Colour::black, rules.variant())));
    }
  EXPECT_EQ(positions.size(), 110u);
  const Move there = Place{{19, 3}};
  for (std::uint32_t symmetry = 0; symmetry < symmetries; ++symmetry)
    EXPECT_EQ(trace({Place{turned({19, 3}, symmetry, 20)}}, start), trace({there}, start));
}

TEST(Trace, TwoBlackStonesOfAnOpeningHaveNoOrder) {
  EXPECT_EQ(trace({Open{{1, 2}, {3, 4}, {5, 6}}}), trace({Open{{3, 4}, {1, 2}, {5, 6}}}));
}

}  // namespace
}  // namespace hilltop::gomoku::trace_test
