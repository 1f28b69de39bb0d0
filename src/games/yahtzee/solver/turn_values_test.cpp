#include "games/yahtzee/solver/turn_values.hpp"

#include <gtest/gtest.h>

#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee::turn_values_test {
namespace {

void expect_equal(const TurnValues& values, const Turn& turn) {
  for (int rolls_left = 1; rolls_left <= last_stage; ++rolls_left)
    for (int keep = 0; keep < keeps_all; ++keep)
      ASSERT_EQ(values.keep(rolls_left, keep), turn.keep(rolls_left, keep)) << keep;
  for (int rolls_left = 0; rolls_left <= last_stage; ++rolls_left)
    for (int roll = first_roll; roll < keeps_all; ++roll)
      ASSERT_EQ(values.best(rolls_left, roll), turn.best(rolls_left, roll)) << roll;
}

// Fills up to twelve boxes with rolls.
Standing any_card(Draw& pick) {
  Standing card;
  for (std::uint32_t left = pick.below(boxes_on_card); left > 0; --left) {
    const Category box = categories[pick.below(boxes_on_card)];
    const int roll = first_roll + static_cast<int>(pick.below(rolls_all));
    if (card.open(box)) card = card.after(box, natural_score(box, keeps.dice(roll)));
  }
  return card;
}

// Each is asked for twice, and again after others took some of the places.
TEST(KnownTurns, AreTheTurnsThatWereAskedFor) {
  const WorthTable& table = worth_table(rules_of("koth").options());
  KnownTurns turns(table);
  for (const int cards : {1, 40, 200}) {
    Draw pick = Chance(5, 0).on(0);
    for (int i = 0; i < cards; ++i) {
      const Standing card = any_card(pick);
      for (int twice = 0; twice < 2; ++twice) expect_equal(turns.of(card), Turn(table, card));
    }
  }
}

}  // namespace
}  // namespace hilltop::yahtzee::turn_values_test
