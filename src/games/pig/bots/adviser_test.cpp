#include "games/pig/bots/adviser.hpp"

#include <gtest/gtest.h>

#include "games/pig/bots/optimal.hpp"
#include "match/session.hpp"

namespace hilltop::pig::adviser_test {
namespace {

TEST(Adviser, SaysWhatOptimalPlays) {
  const Rules rules = *Rules::under("standard", {{"target", std::int64_t{40}}});
  Optimal optimal;
  for (int seats = 2; seats <= 4; ++seats) {
    Session<Rules> session(rules, seats, Chance(5, 0));
    session.play_through([&](Seat, const State& view) {
      const Move move = optimal.choose(view);
      const Advice<Rules> advice = advise(view);
      EXPECT_EQ(advice.choices[0].move, move);
      EXPECT_EQ(advice.choices.size(), Rules::legal_moves(view).size());
      EXPECT_EQ(advice.note.empty(), seats == 2);
      return move;
    });
  }
}

}  // namespace
}  // namespace hilltop::pig::adviser_test
