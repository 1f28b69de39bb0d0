#include "games/yahtzee/bots/adviser.hpp"

#include <gtest/gtest.h>

#include "core/build_for_test.hpp"
#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "match/session.hpp"

namespace hilltop::yahtzee::adviser_test {
namespace {

TEST(Adviser, SaysWhatOptimalPlays) {
  for (const auto& rule_set : rule_sets) {
    const Rules rules = rules_of(rule_set.name);
    for (std::uint32_t game = 0; game < (sanitized ? 2 : 20); ++game) {
      Session<Rules> session(rules, 2, Chance(5, game));
      Optimal optimal;
      session.play_through([&](Seat, const View& view) {
        const Move move = optimal.choose(view);
        const Advice<Rules> advice = advise(view);
        EXPECT_EQ(advice.choices[0].move, move);
        for (const auto& choice : advice.choices) {
          EXPECT_EQ(rules.refusal(view, choice.move), "");
          EXPECT_LE(*choice.worth, *advice.choices[0].worth);
        }
        return move;
      });
    }
  }
}

// With one box open and no roll left, the average is the final score itself.
TEST(Adviser, CountsInFinalScores) {
  const Rules rules = rules_of("cab201-basic");
  for (const int upper : {62, 63, 70}) {
    State state = position(rules, {1, 2, 3, 4, 6}, {});
    Card& card = state.cards[0];
    for (const Category category : categories)
      if (category != Category::chance)
        card.fill(category, category == Category::sixes ? upper : 0);
    state.round = rounds - 1;
    state.stage = last_stage;
    const int bonus = upper >= upper_bonus_from ? upper_bonus_score : 0;
    const Advice<Rules> advice = advise(rules.view(state, Seat(0)));
    ASSERT_EQ(advice.choices.size(), 1);
    EXPECT_DOUBLE_EQ(*advice.choices[0].worth, upper + bonus + 16);
    EXPECT_EQ(advice.note, "");
  }
}

}  // namespace
}  // namespace hilltop::yahtzee::adviser_test
