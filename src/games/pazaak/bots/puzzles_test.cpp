#include "games/pazaak/bots/puzzles.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "games/pazaak/bots/bots.hpp"
#include "match/session.hpp"

namespace hilltop::pazaak::puzzles_test {
namespace {

// With two side cards, whose game is solved at once; arena_test judges the stock with four.
TEST(Puzzles, HaveOneBestChoice) {
  const Rules rules = Rules::under("koth", {{"side_cards", std::int64_t{2}}}).value();
  const Puzzles puzzles(rules);
  int found = 0;
  for (std::uint32_t game = 0; game < 10; ++game) {
    Draw pick = Chance(4, game).on(0);
    Session<Rules> session(rules, 2, Chance(3, game));
    while (const ToMove seat = session.pending()) {
      const auto compared = puzzles.compared(session.state());
      ASSERT_FALSE(compared.empty());
      EXPECT_TRUE(compared[0].is_best);
      for (const auto& choice : compared) {
        const auto judged = puzzles.judged(session.state(), choice.move);
        EXPECT_EQ(judged.lost, choice.lost);
        EXPECT_EQ(judged.is_best, choice.lost[0] <= 0);
      }
      if (const auto puzzle = puzzles.found(session.state())) {
        ++found;
        EXPECT_EQ(puzzle->best, compared[0].move);
        EXPECT_EQ(puzzle->margin, compared[1].lost[0]);
        EXPECT_GE(puzzle->margin, Puzzles::margin_min);
        EXPECT_EQ(std::ranges::count(compared, true, &JudgedChoice<Rules::Move>::is_best), 1);
      }
      const auto legal = rules.legal_moves(session.view(*seat));
      session.play(*seat, legal[pick.below(static_cast<std::uint32_t>(legal.size()))]);
    }
  }
  EXPECT_GT(found, 10);
}

}  // namespace
}  // namespace hilltop::pazaak::puzzles_test
