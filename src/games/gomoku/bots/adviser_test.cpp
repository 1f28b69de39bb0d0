#include "games/gomoku/bots/adviser.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "games/gomoku/bots/bots.hpp"
#include "match/session.hpp"

namespace hilltop::gomoku {
namespace {

// Greedy takes any of the best points, so its move has the same worth as the first choice.
TEST(Adviser, SaysWhatGreedyMayPlay) {
  const Rules rules(FirstToMove::black);
  for (std::uint32_t game = 0; game < 5; ++game) {
    const auto greedy = make_greedy();
    greedy->begin(Chance(7, game));
    Session<Rules> session(rules, 2, Chance(5, game));
    session.play_through([&](Seat, const State& view) {
      const Move move = greedy->choose(view);
      const Advice<Rules> advice = advise(view);
      if (view.phase == Phase::opening) return move;
      const auto found = std::ranges::find(advice.choices, move, &Advice<Rules>::Choice::move);
      if (view.phase == Phase::stones) {
        EXPECT_NE(found, advice.choices.end());
        EXPECT_EQ(found->worth, advice.choices[0].worth);
      } else {
        EXPECT_EQ(advice.choices[0].move.index(), move.index());
      }
      return move;
    });
  }
}

}  // namespace
}  // namespace hilltop::gomoku
