#include "games/yahtzee/text.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "games/yahtzee/position_for_test.hpp"
#include "match/text.hpp"

namespace hilltop::yahtzee::text_test {
namespace {

using enum Category;

static_assert(Notation<Text, Rules>);

const std::string allowed =
    "say 'keep' and up to five dice indexes (0 to 4), or 'score' and one of aces, twos, threes, "
    "fours, fives, sixes, three_of_a_kind, four_of_a_kind, full_house, small_straight, "
    "large_straight, yahtzee, chance";

TEST(Text, MovesAreWrittenInOneWay) {
  EXPECT_EQ(Text::write(Keep{}), "keep");
  EXPECT_EQ(Text::write(keep({0, 3, 1})), "keep 0 3 1");
  EXPECT_EQ(Text::write(Score{full_house}), "score full_house");
}

TEST(Text, WhiteSpaceSaysNothing) {
  EXPECT_EQ(Text::read("  keep\t0   3 1 \r").value(), Move(keep({0, 3, 1})));
  EXPECT_EQ(Text::read("\tkeep ").value(), Move(Keep{}));
  EXPECT_EQ(Text::read(" score   chance\n").value(), Move(Score{chance}));
}

TEST(Text, IndexesOfNoDieAreLeftToTheRules) {
  EXPECT_EQ(Text::read("keep 5").value(), Move(keep({5})));
  EXPECT_EQ(Text::read("keep 0 0").value(), Move(keep({0, 0})));
  EXPECT_EQ(Text::read("keep 255").value(), Move(keep({255})));
}

TEST(Text, OtherTextGetsTheAllowedForms) {
  for (const std::string_view text : {"",
                                      "   ",
                                      "Keep",
                                      "KEEP 0",
                                      "keep0",
                                      "keep 0,1",
                                      "keep -1",
                                      "keep +1",
                                      "keep 01",
                                      "keep 1x",
                                      "keep 256",
                                      "keep 99999999999999999999",
                                      "keep 0 1 2 3 4 0",
                                      "keep 0 score chance",
                                      "score",
                                      "score Chance",
                                      "score chance chance",
                                      "score 3",
                                      "score full house",
                                      "chance",
                                      "roll",
                                      "keep \xff",
                                      "score \xc3\xa9"})
    EXPECT_EQ(Text::read(text).error(), allowed) << text;
}

TEST(Text, AViewOfTheContest) {
  const Rules koth = rules_of("koth");
  const State state = position(koth, {3, 4, 3, 3, 6}, {{sixes, 18}, {chance, 0}}, 2);
  EXPECT_EQ(Text::write(koth.view(state, Seat(0))),
            "dice 3 4 3 3 6 stage 0 round 0 card - - - - - 18 - - - - - - 0 bonus 0 totals 0 18 "
            "jokers forced joker_after_zero yahtzee_bonus");
}

TEST(Text, AViewOfTheGameForPeople) {
  const Rules basic = rules_of("cab201-basic");
  const State state = position(basic, {3, 4, 3, 3, 6}, {{sixes, 18}}, 2);
  EXPECT_EQ(
      Text::write(basic.view(state, Seat(1))),
      "dice 3 4 3 3 6 stage 0 round 0 card - - - - - - - - - - - - - bonus 0 totals 0 18 "
      "jokers none for_people seat 1 card - - - - - 18 - - - - - - - bonus 0 card - - - - - - "
      "- - - - - - - bonus 0");
}

TEST(Text, TheSwitchShowsInAView) {
  const Rules on = rules_of("koth"), off = rules_of("koth", {{"joker_after_zero", false}});
  const State state = on.start(1, any_luck);
  EXPECT_NE(Text::write(on.view(state, Seat(0))), Text::write(off.view(state, Seat(0))));
}

TEST(Text, Verdicts) {
  const auto of = [](const Points& points, std::uint64_t left = 0) {
    return verdict(points, left, {"Ann", "Bob", "Cid", "Dee"});
  };
  EXPECT_EQ(of({245, 12}), "Ann wins with 245");
  EXPECT_EQ(of({201, 201}), "Ann and Bob tie with 201");
  EXPECT_EQ(of({7, 7, 3, 7}), "Ann, Bob and Dee tie with 7");
  EXPECT_EQ(of({0}), "Ann wins with 0");
  EXPECT_EQ(of({245, 12}, 0b01), "Bob wins with 12");
  EXPECT_EQ(of({7, 3, 3, 7}, 0b1001), "Bob and Cid tie with 3");
  EXPECT_EQ(of({245, 12}, 0b11), "Nobody wins: everybody left");
}

Move any_move() {
  if (*rc::gen::arbitrary<bool>()) return Score{*rc::gen::elementOf(categories)};
  Keep keep;
  for (int left = *rc::gen::inRange(0, dice_rolled + 1); left > 0; --left)
    keep.add(static_cast<std::uint8_t>(*rc::gen::inRange(0, 256)));
  return keep;
}

RC_GTEST_PROP(Text, RoundTrips, ()) {
  const Move move = any_move();
  RC_ASSERT(Text::read(Text::write(move)).value() == move);
}

RC_GTEST_PROP(Text, AReadMoveIsWrittenBackEqual, ()) {
  std::string text = Text::write(any_move());
  const auto at = *rc::gen::inRange<std::size_t>(0, text.size() + 1);
  text.replace(at, *rc::gen::inRange<std::size_t>(0, 4), *rc::gen::arbitrary<std::string>());
  const auto read = Text::read(text);
  if (read) RC_ASSERT(Text::read(Text::write(*read)).value() == *read);
  if (!read) RC_ASSERT(read.error() == allowed);
}

RC_GTEST_PROP(Text, SurvivesAnything, (const std::string& text)) {
  const auto read = Text::read(text);
  RC_ASSERT(read.has_value() || read.error() == allowed);
}

}  // namespace
}  // namespace hilltop::yahtzee::text_test
