// The luck of games, by the solved game.
#include "games/pig/solver/worth.hpp"

#include <cmath>
#include <gtest/gtest.h>

#include "games/pig/bots/hold_at.hpp"
#include "games/pig/bots/optimal.hpp"
#include "games/pig/position_for_test.hpp"
#include "match/luck_laws.hpp"

namespace hilltop::pig::worth_test {
namespace {

const auto expect = [](bool holds, const auto& what) { EXPECT_TRUE(holds) << what; };

double share(const State& state, std::uint64_t, int seat) { return share_of_win(state, seat); }

TEST(WinWorth, TellsTheLuckOfEveryGame) {
  for (const int target : {target_min, 50, target_default}) {
    const Rules rules = rules_to(target);
    WinWorth worth(win_table(target));
    for (std::uint32_t game = 0; game < 100; ++game) {
      Draw pick = Chance(18, game).on(0);
      const auto choose = [&](Seat, const State& view) {
        const auto legal = Rules::legal_moves(view);
        return legal[pick.below(static_cast<std::uint32_t>(legal.size()))];
      };
      check_luck<ChanceEvents>(rules, 2, Chance(17, game), worth, true, choose, share, expect);
      check_exact_worth<ChanceEvents>(rules, 2, Chance(17, game), worth, choose, expect);
    }
  }
}

// Nobody ever holds, so the limit on rounds ends the game, which the solver leaves out.
TEST(WinWorth, TellsTheLuckOfAGameThatTheRoundsEnd) {
  const Rules rules = rules_to(target_max);
  WinWorth worth(win_table(target_max));
  const auto choose = [](Seat, const State& view) { return Rules::substitute(view); };
  check_luck<ChanceEvents>(rules, 2, Chance(3, 0), worth, false, choose, share, expect);
}

// The result of two perfect players is luck alone, and that of others has less noise without it.
TEST(WinWorth, TakesTheNoiseOutOfResults) {
  const Rules rules = rules_to(target_default);
  WinWorth worth(win_table(target_default));
  Optimal optimal;
  HoldAt other(25);
  double plain = 0, adjusted = 0;
  constexpr int games = 500;
  for (std::uint32_t game = 0; game < games; ++game) {
    Session<Rules> session(rules, 2, Chance(8, game));
    GameLuck<Rules, ChanceEvents, WinWorth> luck(rules, 2, Chance(8, game), worth);
    session.play_through(
        [&](Seat seat, const State& view) {
          return seat == Seat(0) ? optimal.choose(view) : other.choose(view);
        },
        luck);
    EXPECT_NEAR(luck[0].choices, 0, 1e-9);
    EXPECT_GE(luck[0].others, -1e-9);
    const double even = win_table(target_default).win(0, 0);
    plain += std::pow(luck[0].result() - even, 2);
    adjusted += std::pow(luck[0].adjusted() - even, 2);
  }
  EXPECT_GT(plain / adjusted, 20);
}

}  // namespace
}  // namespace hilltop::pig::worth_test
