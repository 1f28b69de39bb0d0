// Tests the best response to an opponent whose distribution of moves is known.
#include "games/pazaak/solver/best_response.hpp"

#include <gtest/gtest.h>

namespace hilltop::pazaak::best_response_test {
namespace {

constexpr int hands = 3;

// Returns an opponent that draws below a value and never uses a side card.
OpponentDistribution threshold(int cards_max, int enough) {
  OpponentDistribution opponent(cards_max);
  for (const int seat : {0, 1})
    for (int cards = 0; cards <= cards_max; ++cards)
      for (int total = target - 1; total >= 0; --total) {
        for (int other = 0; other < target && total > 0; ++other)
          opponent.acts(seat, cards, other,
                        total)[total < enough ? GamePolicy::end : GamePolicy::stand] = 1;
        for (int other = GamePolicy::decide_from; other <= target; ++other)
          for (int card = 1; card <= OpenGame::cards; ++card) {
            const int next = total + card;
            OpponentDistribution::Endings& ends = opponent.endings(seat, cards, other, total);
            if (next < enough && next <= other) {
              for (std::size_t i = 0; i < ends.size(); ++i)
                ends[i] += opponent.endings(seat, cards, other, next)[i] / OpenGame::cards;
            } else {
              const HandVerdict verdict = judge(next, next >= enough, other, true);
              ends[verdict == HandVerdict::one_wins   ? OpponentDistribution::lost
                   : verdict == HandVerdict::two_wins ? OpponentDistribution::won
                                                      : OpponentDistribution::level] +=
                  1.0f / OpenGame::cards;
            }
          }
      }
  return opponent;
}

// Without side cards nothing is hidden, and the policy equals the response. The distribution
// assumes that any player may blunder; only that can be gained.
TEST(BestResponse, GainsNothingAgainstTheBestPolicy) {
  const SideDecks decks(0);
  const OpenGame game(decks, 1, 1);
  const OpponentDistribution opponent = OpponentDistribution::of(game);
  const float usual = BestResponse(decks, 1, opponent, &game.policy()).value();
  EXPECT_GT(usual, 0.5f);
  EXPECT_LT(usual, 0.52f);
  EXPECT_NEAR(BestResponse(decks, 1, opponent).value(), usual, 1e-4);
}

TEST(BestResponse, IsNoWorseThanAnyPolicyAndHasTheComputedValue) {
  const SideDecks decks(1);
  const OpenGame game(decks, hands, 1);
  for (const int enough : {15, 17, 20}) {
    const OpponentDistribution opponent = threshold(1, enough);
    const BestResponse best(decks, hands, opponent), solver(decks, hands, opponent, &game.policy());
    const BestResponse again(decks, hands, opponent, &best.policy());
    EXPECT_GT(best.value(), solver.value() + 0.005f) << enough;
    EXPECT_NEAR(again.value(), best.value(), 1e-5) << enough;
  }
}

// Both sides draw up to 20, so the seats are equal; the best response differs.
TEST(BestResponse, SharesAGameOfAlikesEvenly) {
  const SideDecks decks(0);
  const OpponentDistribution bold = threshold(0, target);
  const GamePolicy draws(decks, 1);
  const BestResponse alike(decks, 1, bold, &draws), best(decks, 1, bold);
  EXPECT_NEAR(alike.value(0, 0, 0, 0, 0) + alike.value(1, 0, 0, 0, 0), 1, 1e-5);
  EXPECT_GT(best.value(), alike.value() + 0.1f);
}

TEST(OpponentDistribution, StaysAsItIsWhereNothingWasSeen) {
  const SideDecks decks(1);
  const OpenGame game(decks, hands, 1);
  const OpponentDistribution opponent = OpponentDistribution::of(game),
                             same = opponent.after(OpponentDistribution(1));
  for (int total = 1; total < target; ++total)
    for (int other = 0; other < target; ++other) {
      float sum = 0;
      for (std::size_t i = 0; i < OpponentDistribution::Acts().size(); ++i) {
        EXPECT_NEAR(same.acts(0, 1, other, total)[i], opponent.acts(0, 1, other, total)[i], 1e-6);
        sum += opponent.acts(0, 1, other, total)[i];
      }
      EXPECT_NEAR(sum, 1, 1e-5);
    }
}

TEST(OpponentDistribution, ConvergesToTheObservations) {
  const SideDecks decks(1);
  const OpenGame game(decks, hands, 1);
  OpponentDistribution seen(1);
  seen.acts(0, 1, 5, 19)[GamePolicy::end] = 100'000;
  const OpponentDistribution opponent = OpponentDistribution::of(game).after(seen);
  EXPECT_GT(opponent.acts(0, 1, 5, 19)[GamePolicy::end], 0.999f);
  EXPECT_GT(opponent.acts(1, 0, 7, 19)[GamePolicy::end], 0.9f) << "and is expected of its like";
  EXPECT_LT(opponent.acts(1, 0, 7, 18)[GamePolicy::end], 0.5f) << "but of nothing else";
}

}  // namespace
}  // namespace hilltop::pazaak::best_response_test
