#include "games/gomoku/bots/adviser.hpp"

#include <algorithm>
#include <gtest/gtest.h>

#include "games/gomoku/bots/bots.hpp"
#include "match/session.hpp"

namespace hilltop::gomoku {
namespace {

TEST(Adviser, SaysWhatTheChampionPlays) {
  const Rules rules(FirstToMove::black);
  for (std::uint32_t game = 0; game < 2; ++game) {
    const auto champion = make_champion();
    champion->begin(Chance(7, game));
    Session<Rules> session(rules, 2, Chance(5, game));
    session.play_through([&](Seat, const State& view) {
      const Move move = champion->choose(view);
      const Advice<Rules> advice = advise(view);
      EXPECT_FALSE(advice.choices.empty());
      if (view.phase != Phase::opening) {
        EXPECT_EQ(advice.choices[0].move, move);
      }
      return move;
    });
  }
}

}  // namespace
}  // namespace hilltop::gomoku
