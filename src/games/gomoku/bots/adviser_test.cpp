#include "games/gomoku/bots/adviser.hpp"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/gomoku/bots/bots.hpp"
#include "match/session.hpp"

namespace hilltop::gomoku::adviser_test {
namespace {

TEST(Adviser, KnowsTheChampionsMoveAndNamesTheBestFirst) {
  const Rules rules(FirstToMove::black);
  for (std::uint32_t game = 0; game < (sanitized ? 1 : 2); ++game) {
    const auto champion = make_champion();
    champion->begin(Chance(7, game));
    Session<Rules> session(rules, 2, Chance(5, game));
    while (const ToMove seat = session.pending()) {
      const State& view = session.view(*seat);
      if (sanitized && view.board.stones() > 6) break;
      const Move move = champion->choose(view);
      const Advice<Rules> advice = advise(view);
      EXPECT_TRUE(
          std::ranges::is_sorted(advice.choices, std::greater{}, &Advice<Rules>::Choice::worth));
      if (view.phase != Phase::opening) {
        EXPECT_EQ(std::ranges::count(advice.choices, move, &Advice<Rules>::Choice::move), 1);
      }
      ASSERT_EQ(session.play(*seat, move), "");
    }
  }
}

}  // namespace
}  // namespace hilltop::gomoku::adviser_test
