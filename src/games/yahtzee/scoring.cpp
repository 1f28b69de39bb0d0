#include "games/yahtzee/scoring.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace hilltop::yahtzee {
namespace {

constexpr int full_house_score = 25;
constexpr int small_straight_score = 30;
constexpr int large_straight_score = 40;

constexpr std::array<std::string_view, boxes_on_card> names{
    "aces",       "twos",           "threes",          "fours",
    "fives",      "sixes",          "three_of_a_kind", "four_of_a_kind",
    "full_house", "small_straight", "large_straight",  "yahtzee",
    "chance"};

constexpr std::array<std::string_view, boxes_on_card> titles{
    "Aces",       "Twos",           "Threes",          "Fours",
    "Fives",      "Sixes",          "Three of a Kind", "Four of a Kind",
    "Full House", "Small Straight", "Large Straight",  "Yahtzee",
    "Chance"};

int sum(const Dice& dice) { return std::accumulate(dice.begin(), dice.end(), 0); }

bool is_full_house(const DiceCounts& tally) {
  return tally.different() == 2 && tally.alike(3) && !tally.alike(4);
}

}  // namespace

std::string_view name(Category category) { return names[static_cast<std::size_t>(category)]; }

std::string_view title(Category category) { return titles[static_cast<std::size_t>(category)]; }

std::optional<Category> category_named(std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Category>(found - names.begin());
}

int natural_score(Category category, const Dice& dice) {
  const DiceCounts tally(dice);
  switch (category) {
    case Category::aces:
    case Category::twos:
    case Category::threes:
    case Category::fours:
    case Category::fives:
    case Category::sixes: {
      const int face = index(category) + 1;
      return face * tally.of(face);
    }
    case Category::three_of_a_kind: return tally.alike(3) ? sum(dice) : 0;
    case Category::four_of_a_kind: return tally.alike(4) ? sum(dice) : 0;
    case Category::full_house: return is_full_house(tally) ? full_house_score : 0;
    case Category::small_straight: return tally.in_sequence(4) ? small_straight_score : 0;
    case Category::large_straight: return tally.in_sequence(5) ? large_straight_score : 0;
    case Category::yahtzee: return tally.alike(5) ? yahtzee_score : 0;
    case Category::chance: return sum(dice);
  }
  return 0;
}

int joker_score(Category category, const Dice& dice) {
  switch (category) {
    case Category::full_house: return full_house_score;
    case Category::small_straight: return small_straight_score;
    case Category::large_straight: return large_straight_score;
    default: return natural_score(category, dice);
  }
}

bool Card::lower_open() const {
  return std::any_of(boxes_.begin() + faces, boxes_.end(),
                     [](std::int8_t score) { return score == blank; });
}

void Card::fill(Category category, int score) {
  assert(open(category));
  boxes_[static_cast<std::size_t>(category)] = static_cast<std::int8_t>(score);
  (is_upper(category) ? upper_ : lower_) += score;
}

}  // namespace hilltop::yahtzee
