#include "games/yahtzee/scoring.hpp"

#include <gtest/gtest.h>
#include <map>

namespace hilltop::yahtzee::scoring_test {
namespace {

using enum Category;

struct Row {
  Dice dice;
  std::array<int, boxes_on_card> scores;  // Aces to Sixes, 3k, 4k, FH, SS, LS, Yahtzee, Chance
};

constexpr Row table[] = {
    {{1, 1, 1, 1, 1}, {5, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0, 50, 5}},
    {{6, 6, 6, 6, 6}, {0, 0, 0, 0, 0, 30, 30, 30, 0, 0, 0, 50, 30}},
    {{6, 6, 6, 6, 5}, {0, 0, 0, 0, 5, 24, 29, 29, 0, 0, 0, 0, 29}},
    {{2, 4, 4, 4, 4}, {0, 2, 0, 16, 0, 0, 18, 18, 0, 0, 0, 0, 18}},
    {{3, 3, 3, 5, 5}, {0, 0, 9, 0, 10, 0, 19, 0, 25, 0, 0, 0, 19}},
    {{5, 4, 4, 5, 5}, {0, 0, 0, 8, 15, 0, 23, 0, 25, 0, 0, 0, 23}},
    {{1, 2, 1, 2, 1}, {3, 4, 0, 0, 0, 0, 7, 0, 25, 0, 0, 0, 7}},
    {{3, 4, 3, 3, 6}, {0, 0, 9, 4, 0, 6, 19, 0, 0, 0, 0, 0, 19}},
    {{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5, 0, 0, 0, 0, 30, 40, 0, 15}},
    {{6, 5, 4, 3, 2}, {0, 2, 3, 4, 5, 6, 0, 0, 0, 30, 40, 0, 20}},
    {{1, 2, 3, 4, 6}, {1, 2, 3, 4, 0, 6, 0, 0, 0, 30, 0, 0, 16}},
    {{2, 5, 3, 4, 3}, {0, 2, 6, 4, 5, 0, 0, 0, 0, 30, 0, 0, 17}},
    {{6, 4, 3, 5, 1}, {1, 0, 3, 4, 5, 6, 0, 0, 0, 30, 0, 0, 19}},
    {{3, 4, 5, 6, 6}, {0, 0, 3, 4, 5, 12, 0, 0, 0, 30, 0, 0, 24}},
    {{1, 2, 3, 5, 6}, {1, 2, 3, 0, 5, 6, 0, 0, 0, 0, 0, 0, 17}},
    {{1, 2, 4, 5, 6}, {1, 2, 0, 4, 5, 6, 0, 0, 0, 0, 0, 0, 18}},
    {{1, 3, 4, 5, 1}, {2, 0, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 14}},
    {{2, 2, 5, 5, 6}, {0, 4, 0, 0, 10, 6, 0, 0, 0, 0, 0, 0, 20}},
};

TEST(Scoring, Y7toY12_EveryCategory) {
  for (const Row& row : table)
    for (const Category category : categories)
      EXPECT_EQ(natural_score(category, row.dice),
                row.scores[static_cast<std::size_t>(index(category))])
          << name(category) << " of " << testing::PrintToString(row.dice);
}

TEST(Scoring, ExamplesOfTheGameForPeople) {
  EXPECT_EQ(natural_score(threes, {3, 2, 5, 3, 1}), 6);
  EXPECT_EQ(natural_score(fives, {3, 2, 5, 3, 1}), 5);
  EXPECT_EQ(natural_score(fours, {3, 2, 5, 3, 1}), 0);
  EXPECT_EQ(natural_score(three_of_a_kind, {3, 4, 3, 3, 6}), 19);
  EXPECT_EQ(natural_score(four_of_a_kind, {5, 1, 5, 5, 5}), 21);
  EXPECT_EQ(natural_score(full_house, {5, 4, 4, 5, 5}), 25);
  EXPECT_EQ(natural_score(small_straight, {2, 5, 3, 4, 3}), 30);
  EXPECT_EQ(natural_score(large_straight, {1, 5, 2, 4, 3}), 40);
  EXPECT_EQ(natural_score(threes, {3, 3, 3, 5, 5}), 9);
  EXPECT_EQ(natural_score(fives, {3, 3, 3, 5, 5}), 10);
  EXPECT_EQ(natural_score(three_of_a_kind, {3, 3, 3, 5, 5}), 19);
  EXPECT_EQ(natural_score(full_house, {3, 3, 3, 5, 5}), 25);
  EXPECT_EQ(natural_score(chance, {3, 3, 3, 5, 5}), 19);
}

TEST(Scoring, Y9_FiveAlikeAreNoFullHouse) {
  for (std::uint8_t face = 1; face <= faces; ++face)
    EXPECT_EQ(natural_score(full_house, {face, face, face, face, face}), 0);
}

// Numbers of rolls among the 7776 of five dice, by combinatorics.
TEST(Scoring, CountsOfAllRolls) {
  std::map<Category, int> counts;
  for (int roll = 0; roll < 7776; ++roll) {
    Dice dice{};
    for (int rest = roll; std::uint8_t& face : dice) {
      face = static_cast<std::uint8_t>(rest % faces + 1);
      rest /= faces;
    }
    for (const Category category : categories)
      counts[category] += natural_score(category, dice) > 0;
  }
  EXPECT_EQ(counts[aces], 7776 - 3125);
  EXPECT_EQ(counts[three_of_a_kind], 1656);
  EXPECT_EQ(counts[four_of_a_kind], 156);
  EXPECT_EQ(counts[full_house], 300);
  EXPECT_EQ(counts[small_straight], 1200);
  EXPECT_EQ(counts[large_straight], 240);
  EXPECT_EQ(counts[yahtzee], 6);
  EXPECT_EQ(counts[chance], 7776);
}

TEST(Scoring, Y18_JokersScoreAsMade) {
  const Dice dice{4, 4, 4, 4, 4};
  EXPECT_EQ(joker_score(full_house, dice), 25);
  EXPECT_EQ(joker_score(small_straight, dice), 30);
  EXPECT_EQ(joker_score(large_straight, dice), 40);
  EXPECT_EQ(joker_score(three_of_a_kind, dice), 20);
  EXPECT_EQ(joker_score(four_of_a_kind, dice), 20);
  EXPECT_EQ(joker_score(chance, dice), 20);
  EXPECT_EQ(joker_score(aces, dice), 0);
}

TEST(Card, BeginsBlankWithTotalsOfZero) {
  const Card card;
  for (const Category category : categories) {
    EXPECT_TRUE(card.open(category));
    EXPECT_EQ(card.box(category), -1);
  }
  EXPECT_EQ(card.total(), 0);
  EXPECT_EQ(card.upper_total(), 0);
  EXPECT_EQ(card.lower_total(), 0);
}

TEST(Card, ZeroFillsABox) {
  Card card;
  card.fill(large_straight, 0);
  EXPECT_FALSE(card.open(large_straight));
  EXPECT_EQ(card.box(large_straight), 0);
}

TEST(Card, Y13_TheUpperBonusComesWith63) {
  Card card;
  card.fill(sixes, 24);
  card.fill(fives, 20);
  card.fill(fours, 16);
  card.fill(aces, 2);
  EXPECT_EQ(card.upper_score(), 62);
  EXPECT_EQ(card.upper_bonus(), 0);
  EXPECT_EQ(card.total(), 62);
  card.fill(twos, 2);
  EXPECT_EQ(card.upper_score(), 64);
  EXPECT_EQ(card.upper_bonus(), 35);
  EXPECT_EQ(card.total(), 99);
}

TEST(Card, Y13_63IsEnough) {
  Card card;
  card.fill(sixes, 30);
  card.fill(fives, 25);
  card.fill(fours, 8);
  EXPECT_EQ(card.upper_bonus(), 35);
}

TEST(Card, Y14_TheTotalIsAllOfIt) {
  Card card;
  card.fill(sixes, 30);
  card.fill(fives, 25);
  card.fill(threes, 9);
  card.fill(yahtzee, 50);
  card.fill(chance, 30);
  card.add_yahtzee_bonus();
  card.add_yahtzee_bonus();
  EXPECT_EQ(card.upper_total(), 64 + 35);
  EXPECT_EQ(card.yahtzee_bonus(), 200);
  EXPECT_EQ(card.lower_total(), 50 + 30 + 200);
  EXPECT_EQ(card.total(), 64 + 35 + 50 + 30 + 200);
}

TEST(Card, LowerBoxesAreOpenUntilTheLastIsFilled) {
  Card card;
  for (const Category category : categories) {
    EXPECT_TRUE(card.lower_open());
    card.fill(category, 0);
  }
  EXPECT_FALSE(card.lower_open());
}

TEST(Category, NamesLeadBack) {
  for (const Category category : categories) EXPECT_EQ(category_named(name(category)), category);
  EXPECT_EQ(category_named("Aces"), std::nullopt);
  EXPECT_EQ(category_named(""), std::nullopt);
  EXPECT_EQ(title(three_of_a_kind), "Three of a Kind");
}

TEST(Category, TheCardListsChanceBeforeYahtzee) {
  EXPECT_EQ(card_order[11], chance);
  EXPECT_EQ(card_order[12], yahtzee);
  EXPECT_EQ(categories[11], yahtzee);
  EXPECT_EQ(categories[12], chance);
}

}  // namespace
}  // namespace hilltop::yahtzee::scoring_test
