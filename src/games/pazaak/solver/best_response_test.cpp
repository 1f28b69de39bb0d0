// The best response to an opponent whose distribution of moves is known.
#include "games/pazaak/solver/best_response.hpp"

#include <gtest/gtest.h>

namespace hilltop::pazaak {
namespace {

constexpr int hands = 3;

// Draws below a value, whatever the other does; uses no side card.
OpponentDistribution threshold(int cards_max, int enough) {
  OpponentDistribution opponent(cards_max);
  for (const int seat : {0, 1})
    for (int cards = 0; cards <= cards_max; ++cards)
      for (int total = target - 1; total >= 0; --total) {
        for (int other = 0; other < target && total > 0; ++other)
          opponent.acts(seat, cards, other,
                        total)[total < enough ? MatchPolicy::end : MatchPolicy::stand] = 1;
        for (int other = MatchPolicy::decide_from; other <= target; ++other)
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

// Without side cards nothing is hidden, and the policy is what the response would be. The law holds
// that anybody may blunder; that is all that there is to gain.
TEST(BestResponse, GainsNothingAgainstWhoPlaysBest) {
  const SideDecks decks(0);
  const OpenGame match(decks, 1, 1);
  const OpponentDistribution opponent = OpponentDistribution::of(match);
  const float usual = BestResponse(decks, 1, opponent, &match.policy()).value();
  EXPECT_GT(usual, 0.5f);
  EXPECT_LT(usual, 0.52f);
  EXPECT_NEAR(BestResponse(decks, 1, opponent).value(), usual, 1e-4);
}

TEST(BestResponse, IsNoWorseThanAnyPolicyAndWorthWhatItSays) {
  const SideDecks decks(1);
  const OpenGame match(decks, hands, 1);
  for (const int enough : {15, 17, 20}) {
    const OpponentDistribution opponent = threshold(1, enough);
    const BestResponse best(decks, hands, opponent),
        solver(decks, hands, opponent, &match.policy());
    const BestResponse again(decks, hands, opponent, &best.policy());
    EXPECT_GT(best.value(), solver.value() + 0.005f) << enough;
    EXPECT_NEAR(again.value(), best.value(), 1e-5) << enough;
  }
}

// Both draw up to 20, so that the seats are alike; the best response does not.
TEST(BestResponse, SharesAGameOfAlikesEvenly) {
  const SideDecks decks(0);
  const OpponentDistribution bold = threshold(0, target);
  const MatchPolicy draws(decks, 1);
  const BestResponse alike(decks, 1, bold, &draws), best(decks, 1, bold);
  EXPECT_NEAR(alike.value(0, 0, 0, 0, 0) + alike.value(1, 0, 0, 0, 0), 1, 1e-5);
  EXPECT_GT(best.value(), alike.value() + 0.1f);
}

TEST(OpponentDistribution, StaysAsItIsWhereNothingWasSeen) {
  const SideDecks decks(1);
  const OpenGame match(decks, hands, 1);
  const OpponentDistribution opponent = OpponentDistribution::of(match),
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

TEST(OpponentDistribution, ComesToWhatIsSeen) {
  const SideDecks decks(1);
  const OpenGame match(decks, hands, 1);
  OpponentDistribution seen(1);
  seen.acts(0, 1, 5, 19)[MatchPolicy::end] = 100'000;
  const OpponentDistribution opponent = OpponentDistribution::of(match).after(seen);
  EXPECT_GT(opponent.acts(0, 1, 5, 19)[MatchPolicy::end], 0.999f);
  EXPECT_GT(opponent.acts(1, 0, 7, 19)[MatchPolicy::end], 0.9f) << "and is expected of its like";
  EXPECT_LT(opponent.acts(1, 0, 7, 18)[MatchPolicy::end], 0.5f) << "but of nothing else";
}

}  // namespace
}  // namespace hilltop::pazaak
