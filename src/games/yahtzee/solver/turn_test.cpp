#include "games/yahtzee/solver/turn.hpp"

#include <gtest/gtest.h>

#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/position_for_test.hpp"

namespace hilltop::yahtzee::turn_test {
namespace {

using enum Category;

Move choice(const Rules& rules, const Dice& dice, int rolls_left, const Boxes& filled) {
  State state = position(rules, dice, filled);
  state.stage = last_stage - rolls_left;
  return Optimal{}.choose(rules.view(state, Seat(0)));
}

// Returns boxes that all hold 0 except `filled` and `open`.
Boxes all_but(const std::vector<Category>& open, Boxes filled = {}) {
  for (const Category category : categories) {
    const auto holds = [&](const auto& box) { return box.first == category; };
    if (std::ranges::find(open, category) == open.end() && std::ranges::none_of(filled, holds))
      filled.emplace_back(category, 0);
  }
  return filled;
}

struct Position {
  Dice dice;
  int rolls_left;
  Boxes filled;
  Move best;
};

const Boxes upper_35{{sixes, 18}, {fives, 5}, {fours, 12}},
    upper_62{{sixes, 24}, {fives, 20}, {fours, 16}, {twos, 2}};

// J. Glenn, "An optimal strategy for Yahtzee", CS-TR-0002 (2006): section 4.1, observations 4.1 and
// 4.2, and section 8.
TEST(OptimalBot, FindsThePublishedMoves) {
  const std::vector<Position> positions{
      {{5, 6, 6, 6, 6}, 1, all_but({yahtzee}), keep({1, 2, 3, 4})},
      {{5, 6, 6, 6, 6}, 0, all_but({aces, yahtzee}, upper_35), Score{aces}},
      {{5, 6, 6, 6, 6}, 0, all_but({aces, yahtzee}, upper_62), Score{yahtzee}},
      {{1, 1, 1, 1, 2},
       0,
       all_but({yahtzee, chance}, {{sixes, 30}, {fives, 25}, {fours, 20}}),
       Score{yahtzee}},
  };
  for (std::size_t i = 0; i < positions.size(); ++i)
    EXPECT_EQ(choice(rules_of("cab201-advanced"), positions[i].dice, positions[i].rolls_left,
                     positions[i].filled),
              positions[i].best)
        << i;
}

// Ballpark Figures, github.com/Ballpark-Figures/yahtzee: animations/Script.md, scene 6. One box is
// open, and five alike are worth no more elsewhere. It names one of equally good choices; those are
// left out here.
TEST(OptimalBot, FindsThePublishedMovesOfTheLastTurn) {
  struct LastTurn {
    Category open;
    Dice dice;
    int rolls_left;
    Move best;
  };
  for (const LastTurn& turn : std::initializer_list<LastTurn>{
           {full_house, {2, 2, 4, 4, 5}, 2, keep({0, 1, 2, 3})},
           {full_house, {2, 2, 3, 4, 5}, 2, keep({0, 1})},
           {small_straight, {1, 2, 2, 5, 6}, 2, keep({})},
           {small_straight, {2, 2, 3, 3, 6}, 2, keep({0, 2})},
           {small_straight, {1, 2, 2, 3, 6}, 2, keep({0, 1, 3})},
           {small_straight, {1, 3, 3, 5, 6}, 2, keep({1, 3, 4})},
           {large_straight, {2, 2, 3, 3, 4}, 2, keep({0, 2, 4})},
           {large_straight, {1, 2, 3, 3, 6}, 2, keep({1, 2})},
           {large_straight, {1, 2, 4, 4, 6}, 2, keep({1, 2})},
           {four_of_a_kind, {1, 1, 1, 6, 6}, 2, keep({3, 4})},
           {four_of_a_kind, {3, 3, 3, 3, 4}, 2, keep({0, 1, 2, 3})},
           {four_of_a_kind, {4, 4, 4, 4, 2}, 1, keep({0, 1, 2, 3})},
           {four_of_a_kind, {1, 1, 1, 5, 6}, 1, keep({0, 1, 2})},
           {three_of_a_kind, {2, 2, 3, 4, 5}, 1, keep({0, 1})},
           {three_of_a_kind, {3, 3, 3, 3, 1}, 1, keep({0, 1, 2})},
           {yahtzee, {2, 2, 3, 3, 3}, 1, keep({2, 3, 4})},
       })
    EXPECT_EQ(choice(rules_of("cab201-basic"), turn.dice, turn.rolls_left, all_but({turn.open})),
              turn.best)
        << name(turn.open);
}

// The same, animations/assets/first_turn_cache.json: the best box for the first turn's dice, by box
// and score, and the mean of the game's total after it, in single precision. Its rules give
// 254.58772 for the game.
TEST(OptimalBot, FindsThePublishedMovesOfTheFirstTurn) {
  struct FirstTurn {
    Dice dice;
    Category best;
    double total;
  };
  const Rules rules = rules_of("koth");
  const Turn turn(worth_table(rules.options()), {});
  for (const auto& [dice, best, total] : std::initializer_list<FirstTurn>{
           {{1, 1, 1, 1, 1}, yahtzee, 320.830566},
           {{1, 6, 6, 6, 6}, sixes, 268.231766},
           {{1, 5, 5, 5, 5}, fives, 264.483078},
           {{1, 2, 3, 4, 5}, large_straight, 261.531403},
           {{1, 4, 4, 4, 4}, fours, 261.047668},
           {{1, 3, 3, 3, 3}, threes, 257.400833},
           {{5, 5, 6, 6, 6}, three_of_a_kind, 253.956833},
           {{1, 1, 1, 2, 2}, full_house, 253.909195},
           {{1, 2, 2, 2, 2}, twos, 253.268417},
           {{4, 5, 6, 6, 6}, three_of_a_kind, 252.956833},
           {{3, 5, 6, 6, 6}, three_of_a_kind, 251.956833},
           {{2, 5, 6, 6, 6}, three_of_a_kind, 250.956833},
           {{1, 2, 6, 6, 6}, sixes, 250.525803},
           {{1, 2, 5, 5, 5}, fives, 249.981964},
           {{1, 2, 4, 4, 4}, fours, 249.414551},
           {{1, 2, 3, 3, 3}, threes, 248.724823},
           {{1, 1, 1, 1, 2}, aces, 248.06456},
           {{1, 2, 2, 2, 3}, twos, 247.600266},
           {{1, 1, 2, 3, 4}, small_straight, 246.555435},
           {{4, 5, 5, 6, 6}, chance, 245.958313},
           {{1, 1, 1, 2, 3}, aces, 245.324142},
           {{3, 5, 5, 6, 6}, chance, 244.958313},
           {{2, 5, 5, 6, 6}, chance, 243.958313},
           {{1, 5, 5, 6, 6}, chance, 242.958313},
           {{1, 1, 2, 2, 3}, aces, 242.383499},
           {{1, 4, 5, 6, 6}, chance, 241.958313},
           {{1, 2, 2, 3, 3}, twos, 241.752762},
           {{1, 3, 5, 6, 6}, chance, 240.958313},
           {{1, 2, 5, 6, 6}, chance, 239.958313},
           {{1, 2, 3, 3, 5}, threes, 239.950821},
           {{1, 2, 3, 5, 5}, aces, 239.628906},
           {{2, 3, 4, 4, 6}, chance, 238.958313},
       }) {
    EXPECT_EQ(choice(rules, dice, 0, {}), Move(Score{best})) << total;
    EXPECT_NEAR(turn.best(0, keeps.number(dice)), total, 3e-5);
  }
}

// Positions decided by arithmetic. One die has a mean of 3.5, and of 4.25 with two rolls left: for
// chance 5 and 6 are kept, then also 4.
TEST(OptimalBot, FindsMovesThatArithmeticDecides) {
  const Boxes bonus{{sixes, 30}, {fives, 25}, {fours, 20}};
  const std::vector<Position> positions{
      {{2, 3, 4, 5, 6}, 2, all_but({chance}), keep({3, 4})},
      {{2, 3, 4, 5, 6}, 1, all_but({chance}), keep({2, 3, 4})},
      {{4, 4, 4, 4, 4}, 1, all_but({chance}), Score{chance}},
      {{1, 1, 2, 5, 6}, 2, all_but({aces}), keep({0, 1})},
      {{6, 2, 6, 1, 6}, 1, all_but({sixes}), keep({0, 2, 4})},
      {{3, 3, 3, 5, 5}, 2, all_but({full_house}), Score{full_house}},
      {{3, 3, 5, 5, 6}, 1, all_but({full_house}), keep({0, 1, 2, 3})},
      {{2, 3, 4, 6, 6}, 1, all_but({small_straight}), keep({0, 1, 2})},
      {{1, 2, 3, 4, 5}, 2, all_but({large_straight}), Score{large_straight}},
      {{2, 3, 4, 5, 5}, 1, all_but({large_straight}), keep({0, 1, 2, 3})},
      {{1, 2, 4, 5, 5}, 1, all_but({large_straight}), keep({0, 1, 2, 3})},
      {{6, 6, 6, 6, 1}, 1, all_but({four_of_a_kind}), keep({0, 1, 2, 3})},
      {{4, 4, 4, 1, 2}, 1, all_but({yahtzee}), keep({0, 1, 2})},
      // Five alike in the last box: a joker if the rules have jokers.
      {{2, 2, 2, 2, 2}, 2, all_but({large_straight}, {{yahtzee, 50}}), Score{large_straight}},
      // A zero costs less in aces than in a straight.
      {{2, 2, 3, 5, 6}, 0, all_but({aces, large_straight}, bonus), Score{aces}},
  };
  for (std::size_t i = 0; i < positions.size(); ++i)
    EXPECT_EQ(
        choice(rules_of("koth"), positions[i].dice, positions[i].rolls_left, positions[i].filled),
        positions[i].best)
        << i;
}

// Whether the first of five dice is kept or rolled does not affect the number of equal dice.
TEST(Turn, KnowsThatAnyDieBeginsAYahtzee) {
  const WorthTable& table = worth_table(rules_of("koth").options());
  const Turn turn(table, {{0, 0, YahtzeeBox::open}, 0});
  for (const int rolls_left : {1, 2})
    for (int face = 0; face < faces; ++face)
      EXPECT_NEAR(turn.keep(rolls_left, 0), turn.keep(rolls_left, keeps.with(0, face)), 1e-12);
}

// Compares with the rules for every roll and box and for every content of the other boxes that
// matters.
TEST(Gain, EqualsTheScoreByTheRules) {
  const Boxes cards[]{
      {},
      {{yahtzee, 50}},
      {{yahtzee, 0}},
      {{yahtzee, 50}, {aces, 2}, {threes, 9}, {sixes, 12}},
      all_but({aces, fours, sixes}, {{yahtzee, 50}}),
      all_but({aces, fours, sixes}, {{yahtzee, 0}}),
      all_but({full_house, large_straight, chance}, {{yahtzee, 50}}),
  };
  for (const char* rule_set : {"koth", "cab201-basic", "cab201-advanced", "literal"}) {
    const bool literal = rule_set == std::string_view("literal");
    const Rules rules =
        literal ? rules_of("koth", {{"joker_after_zero", false}}) : rules_of(rule_set);
    for (const Boxes& card : cards)
      for (int roll = first_roll; roll < keeps_all; ++roll) {
        const State before = position(rules, keeps.dice(roll), card);
        const View view = rules.view(before, Seat(0));
        const Standing standing = standing_of(view.card);
        for (const Category category : categories) {
          const int points = gain(rules.options(), standing, view.dice, category);
          ASSERT_EQ(points >= 0, refusal(view, category).empty());
          if (points < 0) continue;
          State after = before;
          rules.apply(after, Score{category}, any_luck);
          const Card &was = before.cards[0], &is = after.cards[0];
          ASSERT_EQ(points, is.total() - is.upper_bonus() - was.total() + was.upper_bonus());
          ASSERT_EQ(standing.after(category, is.box(category)), standing_of(is));
        }
      }
  }
}

}  // namespace
}  // namespace hilltop::yahtzee::turn_test
