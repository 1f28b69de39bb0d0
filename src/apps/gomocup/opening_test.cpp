#include "apps/gomocup/opening.hpp"

#include <gtest/gtest.h>
#include <set>
#include <string>

#include "games/gomoku/positions.hpp"
#include "games/gomoku/text.hpp"

namespace hilltop::gomocup::opening_test {
namespace {

using namespace gomoku;

struct Contest {
  FirstToMove rule;
  const Rules& rules;
};
const Contest contests[] = {{FirstToMove::black, koth}, {FirstToMove::balance, swap2}};

TEST(Book, IsLegalInEveryWay) {
  for (const auto& [rule, rules] : contests) {
    ASSERT_GE(book(rule).size(), 12u);
    std::set<std::string> seen;
    for (std::uint32_t seed = 0; seed < 8 * book(rule).size(); ++seed) {
      const Open open = opening(rule, seed);
      EXPECT_EQ(rules.refusal(rules.start(2, no_chance), open), "") << Text::write(open);
      seen.insert(Text::write(open));
    }
    EXPECT_GT(seen.size(), 4 * book(rule).size());
  }
}

TEST(Book, OpensTheSameForASeed) {
  for (const std::uint32_t seed : {0u, 7u, 2'147'483'647u})
    EXPECT_EQ(opening(FirstToMove::balance, seed), opening(FirstToMove::balance, seed));
}

TEST(Choice, IsLegalAfterEveryOpening) {
  for (const auto& [rule, rules] : contests)
    for (std::uint32_t seed = 0; seed < 8 * book(rule).size(); seed += 3) {
      const gomoku::State state = after(rules, {opening(rule, seed)});
      const gomoku::Move move = choice(rule, state.board);
      EXPECT_EQ(rules.refusal(state, move), "") << Text::write(move);
    }
}

TEST(Choice, IsThatOfTheBetterSide) {
  const auto chosen = [](FirstToMove rule, const Open& open) {
    return choice(rule, after(swap2, {open}).board);
  };
  // Black is far ahead, and then out of play.
  EXPECT_EQ(chosen(FirstToMove::black, {{7, 7}, {7, 8}, {0, 14}}), gomoku::Move(TakeBlack{}));
  EXPECT_TRUE(
      std::holds_alternative<TakeWhite>(chosen(FirstToMove::balance, {{0, 0}, {14, 14}, {7, 7}})));
}

// By ahead() alone, which counts each row anew.
TEST(Choice, OfTwoStonesIsTheEvenest) {
  int twos = 0;
  for (const auto& [rule, rules] : contests)
    for (std::uint32_t seed = 0; seed < 8 * book(rule).size(); seed += 8) {
      const VariantBoard before = after(rules, {opening(rule, seed)}).board;
      const gomoku::Move move = choice(rule, before);
      const auto* two = std::get_if<PlaceTwo>(&move);
      if (two == nullptr) continue;
      ++twos;
      const Colour first = first_mover(rule, before.stones() + 2);
      const auto difference = [&](Point black) {
        VariantBoard board = before;
        board.lay(two->white, Colour::white);
        board.lay(black, Colour::black);
        return std::abs(ahead(board, first, first));
      };
      for (const Point black : all_points)
        if (before.free(black) && black != two->white) {
          EXPECT_LE(difference(two->black), difference(black)) << Text::write(move);
        }
    }
  EXPECT_GT(twos, 0);
}

TEST(Pick, IsTheSideWithMorePotential) {
  const VariantBoard four_black = standing({{5, 5}, {6, 5}, {7, 5}}, {{0, 0}, {14, 0}}, {}).board;
  const VariantBoard open_white = standing({{0, 0}, {14, 0}, {0, 14}}, {{5, 5}, {6, 5}}, {}).board;
  EXPECT_EQ(pick(FirstToMove::balance, four_black), Colour::black);
  EXPECT_EQ(pick(FirstToMove::balance, open_white), Colour::white);
}

TEST(Ahead, MirrorsTheColours) {
  const VariantBoard board = standing({{5, 5}, {6, 7}}, {{8, 8}}, {}).board;
  for (const Colour mover : {Colour::black, Colour::white})
    EXPECT_EQ(ahead(board, Colour::black, mover), -ahead(board, Colour::white, mover));
}

}  // namespace
}  // namespace hilltop::gomocup::opening_test
