#include "games/tictactoe/bots/bots.hpp"

#include <gtest/gtest.h>
#include <set>

namespace hilltop::tictactoe::bots_test {
namespace {

const Chance no_chance{0, 0};

// Plays against every possible sequence of moves.
void check_never_loses(Bot<Rules>& bot, Seat seat, const State& state) {
  const auto turn = Rules::turn(state);
  if (!turn) {
    EXPECT_TRUE(!state.winner || state.winner == seat);
    return;
  }
  const auto moves = *turn == seat ? std::vector{bot.choose(state)} : Rules::legal_moves(state);
  for (const Move move : moves) {
    ASSERT_EQ(Rules::refusal(state, move), "");
    State next = state;
    Rules::apply(next, move, no_chance);
    check_never_loses(bot, seat, next);
  }
}

TEST(Perfect, NeverLoses) {
  for (const Seat seat : {Seat(0), Seat(1)})
    check_never_loses(*make_perfect(), seat, Rules::start(2, no_chance));
}

TEST(Perfect, WinsAtOnceWhenItCan) {
  State state;
  for (const int cell : {1, 4, 2, 5}) Rules::apply(state, {cell}, no_chance);
  EXPECT_EQ(make_perfect()->choose(state), Move{3});
}

TEST(Random, MarksEveryFreeCellOnceInAWhile) {
  const auto bot = make_random();
  State state;
  Rules::apply(state, {5}, no_chance);
  std::set<int> seen;
  for (std::uint32_t game = 0; game < 200; ++game) {
    bot->begin(Chance(1, game));
    const Move move = bot->choose(state);
    EXPECT_EQ(Rules::refusal(state, move), "");
    seen.insert(move.cell);
  }
  EXPECT_EQ(seen.size(), 8u);
}

}  // namespace
}  // namespace hilltop::tictactoe::bots_test
