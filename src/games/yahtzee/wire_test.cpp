#include "games/yahtzee/wire.hpp"

#include <gtest/gtest.h>

#include "match/text.hpp"

namespace hilltop::yahtzee::wire_test {
namespace {

static_assert(NumberedWire<Wire, Rules>);

const Chance any_luck(1, 1);

Rules rules(std::string_view name) {
  return Rules::under(name, {{"dice", std::vector<std::int64_t>(400, 6)}}).value();
}

TEST(Wire, SaysAllThatASeatMayKnow) {
  const Rules koth = rules("koth");
  State state = koth.start(2, any_luck);
  EXPECT_EQ(Wire::prompt(koth.view(state, Seat(0))),
            "round 0 stage 0 dice 6,6,6,6,6 card -,-,-,-,-,-,-,-,-,-,-,-,- score 0 upper 0 "
            "upper_bonus 0 yahtzee_bonus 0 totals 0,0");
  koth.apply(state, Score{Category::yahtzee}, any_luck);
  koth.apply(state, Score{Category::chance}, any_luck);
  koth.apply(state, Keep{}, any_luck);
  EXPECT_EQ(Wire::prompt(koth.view(state, Seat(0))),
            "round 1 stage 1 dice 6,6,6,6,6 card -,-,-,-,-,-,-,-,-,-,-,50,- score 50 upper 0 "
            "upper_bonus 0 yahtzee_bonus 0 totals 30,50");
  koth.apply(state, Score{Category::sixes}, any_luck);
  koth.apply(state, Score{Category::yahtzee}, any_luck);
  EXPECT_EQ(Wire::prompt(koth.view(state, Seat(0))),
            "round 2 stage 0 dice 6,6,6,6,6 card -,-,-,-,-,30,-,-,-,-,-,50,- score 180 upper 30 "
            "upper_bonus 0 yahtzee_bonus 100 totals 80,180");
}

TEST(Wire, ShowsOpenCardsWhereTheRulesDo) {
  const Rules basic = rules("cab201-basic");
  State state = basic.start(2, any_luck);
  basic.apply(state, Score{Category::sixes}, any_luck);
  EXPECT_EQ(Wire::prompt(basic.view(state, Seat(1))),
            "round 0 stage 0 dice 6,6,6,6,6 card -,-,-,-,-,-,-,-,-,-,-,-,- score 0 upper 0 "
            "upper_bonus 0 yahtzee_bonus 0 totals 0,30 seat 1 cards "
            "-,-,-,-,-,30,-,-,-,-,-,-,-/-,-,-,-,-,-,-,-,-,-,-,-,-");
}

TEST(Wire, UnderstandsKeepAndScore) {
  const Rules koth = rules("koth");
  const State state = koth.start(1, any_luck);
  const View view = koth.view(state, Seat(0));
  Keep keep;
  keep.add(0);
  keep.add(3);
  EXPECT_EQ(Wire::answer(view, "keep 0 3"), Move(keep));
  EXPECT_EQ(Wire::answer(view, "keep"), Move(Keep{}));
  EXPECT_EQ(Wire::answer(view, "score full_house"), Move(Score{Category::full_house}));
  EXPECT_FALSE(Wire::answer(view, "score").has_value());
}

}  // namespace
}  // namespace hilltop::yahtzee::wire_test
