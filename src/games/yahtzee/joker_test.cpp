// Tests every row of the table of jokers and Yahtzee bonuses for every rule set: the boxes that a
// Yahtzee may be scored in, their scores, and whether the bonus of 100 is added. RULES.md, Y15 to
// Y19.
#include <gtest/gtest.h>
#include <map>

#include "games/yahtzee/position_for_test.hpp"

namespace hilltop::yahtzee::joker_test {
namespace {

using enum Category;
using Open = std::map<Category, int>;  // boxes that may be filled, with their scores

const Dice five_threes{3, 3, 3, 3, 3};
const Switches literal{{"joker_after_zero", false}};

Open allowed(const Rules& rules, const Dice& dice, const Boxes& filled) {
  const State state = position(rules, dice, filled);
  const View view = rules.view(state, Seat(0));
  Open open;
  for (const Category category : categories)
    if (rules.refusal(view, Score{category}).empty()) open[category] = worth(view, category);
  return open;
}

// Returns what the box and the whole card gain if the dice are scored there.
std::pair<int, int> gain(const Rules& rules, const Dice& dice, const Boxes& filled,
                         Category category) {
  State state = position(rules, dice, filled);
  const int before = state.cards[0].total();
  rules.apply(state, Score{category}, any_luck);
  return {state.cards[0].box(category), state.cards[0].total() - before};
}

// Cards on which five 3s are rolled; `box` is the score of the Yahtzee box.
Boxes upper_open(int box) { return {{yahtzee, box}, {aces, 2}}; }
Boxes upper_filled(int box) { return {{yahtzee, box}, {threes, 6}, {twos, 4}}; }
Boxes lower_filled(int box) {
  return {{yahtzee, box},   {threes, 6},          {three_of_a_kind, 20}, {four_of_a_kind, 0},
          {full_house, 25}, {small_straight, 30}, {large_straight, 0},   {chance, 20}};
}

const Open ordinary_but_aces{
    {twos, 0},           {threes, 15},          {fours, 0},           {fives, 0},
    {sixes, 0},          {three_of_a_kind, 15}, {four_of_a_kind, 15}, {full_house, 0},
    {small_straight, 0}, {large_straight, 0},   {chance, 15}};
const Open ordinary_but_twos_and_threes{{aces, 0},
                                        {fours, 0},
                                        {fives, 0},
                                        {sixes, 0},
                                        {three_of_a_kind, 15},
                                        {four_of_a_kind, 15},
                                        {full_house, 0},
                                        {small_straight, 0},
                                        {large_straight, 0},
                                        {chance, 15}};
const Open jokers_only{{three_of_a_kind, 15}, {four_of_a_kind, 15}, {full_house, 25},
                       {small_straight, 30},  {large_straight, 40}, {chance, 15}};
const Open jokers_and_upper{{aces, 0},
                            {fours, 0},
                            {fives, 0},
                            {sixes, 0},
                            {three_of_a_kind, 15},
                            {four_of_a_kind, 15},
                            {full_house, 25},
                            {small_straight, 30},
                            {large_straight, 40},
                            {chance, 15}};
const Open upper_for_nothing{{aces, 0}, {twos, 0}, {fours, 0}, {fives, 0}, {sixes, 0}};

TEST(Joker, Y18_Koth_OwnUpperBoxOpenMustBeTaken) {
  const Rules koth = rules_of("koth");
  EXPECT_EQ(allowed(koth, five_threes, upper_open(50)), (Open{{threes, 15}}));
  EXPECT_EQ(allowed(koth, five_threes, upper_open(0)), (Open{{threes, 15}}));
}

TEST(Joker, Y18_Koth_ElseALowerBoxMustBeTaken) {
  const Rules koth = rules_of("koth");
  EXPECT_EQ(allowed(koth, five_threes, upper_filled(50)), jokers_only);
  EXPECT_EQ(allowed(koth, five_threes, upper_filled(0)), jokers_only);
}

TEST(Joker, Y18_Koth_ElseAnyUpperBoxForNothing) {
  const Rules koth = rules_of("koth");
  EXPECT_EQ(allowed(koth, five_threes, lower_filled(50)), upper_for_nothing);
  EXPECT_EQ(allowed(koth, five_threes, lower_filled(0)), upper_for_nothing);
}

TEST(Joker, Y18_Koth_HoldsForEveryFace) {
  const Rules koth = rules_of("koth");
  for (std::uint8_t face = 1; face <= faces; ++face) {
    const Dice dice{face, face, face, face, face};
    EXPECT_EQ(allowed(koth, dice, {{yahtzee, 50}}), (Open{{upper_box(face), 5 * face}}));
  }
}

TEST(Joker, Y17_Koth_Literal_AfterFiftyAsEver) {
  const Rules koth = rules_of("koth", literal);
  EXPECT_EQ(allowed(koth, five_threes, upper_open(50)), (Open{{threes, 15}}));
  EXPECT_EQ(allowed(koth, five_threes, upper_filled(50)), jokers_only);
  EXPECT_EQ(allowed(koth, five_threes, lower_filled(50)), upper_for_nothing);
}

TEST(Joker, Y17_Koth_Literal_AfterZeroAnOrdinaryRoll) {
  const Rules koth = rules_of("koth", literal);
  EXPECT_EQ(allowed(koth, five_threes, upper_open(0)), ordinary_but_aces);
  EXPECT_EQ(allowed(koth, five_threes, upper_filled(0)), ordinary_but_twos_and_threes);
  EXPECT_EQ(allowed(koth, five_threes, lower_filled(0)), upper_for_nothing);
}

TEST(Joker, Y17_TheSwitchIsOnUnlessTurnedOff) {
  const Rules on = rules_of("koth", {{"joker_after_zero", true}});
  EXPECT_EQ(allowed(on, five_threes, upper_filled(0)), jokers_only);
  EXPECT_EQ(allowed(rules_of("koth"), five_threes, upper_filled(0)), jokers_only);
}

TEST(Joker, Y17_Basic_AnyBoxByOrdinaryScoring) {
  const Rules basic = rules_of("cab201-basic");
  for (const int box : {50, 0}) {
    EXPECT_EQ(allowed(basic, five_threes, upper_open(box)), ordinary_but_aces);
    EXPECT_EQ(allowed(basic, five_threes, upper_filled(box)), ordinary_but_twos_and_threes);
    EXPECT_EQ(allowed(basic, five_threes, lower_filled(box)), upper_for_nothing);
  }
}

TEST(Joker, Y19_Advanced_OwnUpperBoxOpen_AnyBoxByOrdinaryScoring) {
  const Rules advanced = rules_of("cab201-advanced");
  EXPECT_EQ(allowed(advanced, five_threes, upper_open(50)), ordinary_but_aces);
  EXPECT_EQ(allowed(advanced, five_threes, upper_open(0)), ordinary_but_aces);
}

TEST(Joker, Y19_Advanced_OwnUpperBoxFilled_AnyBoxAndLowerOnesAsJokers) {
  const Rules advanced = rules_of("cab201-advanced");
  EXPECT_EQ(allowed(advanced, five_threes, upper_filled(50)), jokers_and_upper);
  EXPECT_EQ(allowed(advanced, five_threes, upper_filled(0)), jokers_and_upper);
}

TEST(Joker, Y19_Advanced_NoLowerBoxOpen_AnyUpperBoxForNothing) {
  const Rules advanced = rules_of("cab201-advanced");
  EXPECT_EQ(allowed(advanced, five_threes, lower_filled(50)), upper_for_nothing);
  EXPECT_EQ(allowed(advanced, five_threes, lower_filled(0)), upper_for_nothing);
}

TEST(Joker, Y16_WhileTheYahtzeeBoxIsOpenAnyBoxByOrdinaryScoring) {
  for (const RuleSet& set : rule_sets) {
    const Rules rules = rules_of(set.name);
    Open open = ordinary_but_twos_and_threes;
    open[yahtzee] = 50;
    EXPECT_EQ(allowed(rules, five_threes, {{threes, 6}, {twos, 4}}), open) << set.name;
    open = ordinary_but_aces;
    open[yahtzee] = 50;
    EXPECT_EQ(allowed(rules, five_threes, {{aces, 2}}), open) << set.name;
  }
}

TEST(Joker, OtherRollsAreNeverJokers) {
  for (const RuleSet& set : rule_sets) {
    const Rules rules = rules_of(set.name);
    const Open open = allowed(rules, {3, 3, 3, 3, 4}, upper_filled(50));
    EXPECT_EQ(open.size(), 10u) << set.name;
    EXPECT_EQ(open.at(full_house), 0);
    EXPECT_EQ(open.at(four_of_a_kind), 16);
    EXPECT_EQ(open.at(fours), 4);
  }
}

TEST(Joker, TheBoxGetsItsScore) {
  for (const std::string_view set : {"koth", "cab201-advanced"}) {
    const Rules rules = rules_of(set);
    EXPECT_EQ(gain(rules, five_threes, upper_filled(0), full_house), std::pair(25, 25));
    EXPECT_EQ(gain(rules, five_threes, upper_filled(0), small_straight), std::pair(30, 30));
    EXPECT_EQ(gain(rules, five_threes, upper_filled(0), large_straight), std::pair(40, 40));
    EXPECT_EQ(gain(rules, five_threes, upper_filled(0), chance), std::pair(15, 15));
  }
}

TEST(YahtzeeBonus, Y15_ComesWithEveryYahtzeeInAnyBoxOnceTheBoxHoldsFifty) {
  for (const std::string_view set : {"koth", "cab201-advanced"}) {
    const Rules rules = rules_of(set);
    EXPECT_EQ(gain(rules, five_threes, upper_open(50), threes), std::pair(15, 115));
    EXPECT_EQ(gain(rules, five_threes, upper_filled(50), full_house), std::pair(25, 125));
    EXPECT_EQ(gain(rules, five_threes, lower_filled(50), sixes), std::pair(0, 100));
  }
  const Rules advanced = rules_of("cab201-advanced");
  EXPECT_EQ(gain(advanced, five_threes, upper_open(50), full_house), std::pair(0, 100));
  EXPECT_EQ(gain(advanced, five_threes, upper_filled(50), sixes), std::pair(0, 100));
  EXPECT_EQ(gain(rules_of("koth", literal), five_threes, upper_open(50), threes),
            std::pair(15, 115));
}

TEST(YahtzeeBonus, Y15_NeverWhenTheBoxHoldsZeroOrIsOpen) {
  for (const RuleSet& set : rule_sets) {
    const Rules rules = rules_of(set.name);
    EXPECT_EQ(gain(rules, five_threes, upper_open(0), threes), std::pair(15, 15)) << set.name;
    EXPECT_EQ(gain(rules, five_threes, {{aces, 2}}, threes), std::pair(15, 15)) << set.name;
    EXPECT_EQ(gain(rules, five_threes, {{aces, 2}}, yahtzee), std::pair(50, 50)) << set.name;
  }
}

TEST(YahtzeeBonus, Y15_NeverUnderBasic) {
  const Rules basic = rules_of("cab201-basic");
  EXPECT_EQ(gain(basic, five_threes, upper_open(50), threes), std::pair(15, 15));
  EXPECT_EQ(gain(basic, five_threes, upper_filled(50), chance), std::pair(15, 15));
  EXPECT_EQ(gain(basic, five_threes, upper_filled(50), full_house), std::pair(0, 0));
}

TEST(YahtzeeBonus, Y15_NotForOtherRolls) {
  for (const RuleSet& set : rule_sets)
    EXPECT_EQ(gain(rules_of(set.name), {3, 3, 3, 3, 4}, upper_open(50), threes), std::pair(12, 12));
}

TEST(YahtzeeBonus, Y15_EveryTime) {
  const Rules koth = rules_of("koth");
  State state = position(koth, five_threes, {{yahtzee, 50}});
  koth.apply(state, Score{threes}, any_luck);
  state.dice = {5, 5, 5, 5, 5};
  koth.apply(state, Score{fives}, any_luck);
  EXPECT_EQ(state.cards[0].yahtzee_bonus(), 200);
  EXPECT_EQ(koth.points(state)[0], 50 + 15 + 25 + 200);
}

TEST(Joker, Y21_RefusalsSayWhatIsAllowed) {
  const Rules koth = rules_of("koth");
  const auto why = [&](const Boxes& filled, Category category) {
    const State state = position(koth, five_threes, filled);
    return std::string(koth.refusal(koth.view(state, Seat(0)), Score{category}));
  };
  EXPECT_EQ(why(upper_open(50), chance),
            "this Yahtzee is a joker: the box of its face is open, so five 3s must be scored in "
            "threes");
  EXPECT_EQ(why(upper_filled(50), sixes),
            "this Yahtzee is a joker: the box of its face is filled and a lower box is open, so a "
            "lower box must be scored");
  EXPECT_EQ(why(upper_filled(50), twos), "that category is filled already: score an open one");
}

}  // namespace
}  // namespace hilltop::yahtzee::joker_test
