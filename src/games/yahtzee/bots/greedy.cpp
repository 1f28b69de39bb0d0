#include "games/yahtzee/bots/greedy.hpp"

#include <algorithm>
#include <span>

namespace hilltop::yahtzee {
namespace {

constexpr std::array<Category, 4> patterns{
    Category::yahtzee,
    Category::large_straight,
    Category::small_straight,
    Category::full_house,
};

// The boxes in order of what giving them up costs, the cheapest first.
constexpr std::array<Category, boxes_on_card> cheapest_first{
    Category::aces,           Category::twos,           Category::threes,
    Category::fours,          Category::yahtzee,        Category::four_of_a_kind,
    Category::large_straight, Category::fives,          Category::sixes,
    Category::full_house,     Category::small_straight, Category::three_of_a_kind,
    Category::chance,
};

constexpr int places = 16;  // for the boxes in that order

struct Choice {
  Category category{};
  int score = -1;  // -1 if no box is allowed
};

// Returns the first of the best boxes for five alike, which may be a joker.
Choice best_of(std::span<const Category> boxes, const View& view) {
  Choice best;
  for (const Category category : boxes) {
    if (!view.card.open(category)) continue;
    const int score = worth(view, category);
    if (score > best.score && refusal(view, category).empty()) best = {category, score};
  }
  return best;
}

Move score(const Choice& choice) { return score_moves[static_cast<std::size_t>(choice.category)]; }

int most_common_face(const Dice& dice) {
  const DiceCounts tally(dice);
  int most = faces;
  for (int face = faces - 1; face >= 1; --face)
    if (tally.of(face) > tally.of(most)) most = face;
  return most;
}

Move keep_all_of(int face, const Dice& dice) {
  unsigned bits = 0;
  for (std::size_t die = 0; die < dice.size(); ++die) bits |= unsigned{dice[die] == face} << die;
  return keep_moves[bits];
}

}  // namespace

Greedy::Greedy() : rolls_(rolls()) {}

Greedy::Roll Greedy::roll_of(const Dice& dice) {
  Roll roll{.rank = {}, .made = {}, .is_made = {}, .most_common = {}};
  for (int i = 0; i < boxes_on_card; ++i) {
    const Category category = cheapest_first[static_cast<std::size_t>(i)];
    roll.rank[static_cast<std::size_t>(category)] =
        static_cast<std::int16_t>(natural_score(category, dice) * places + places - 1 - i);
  }
  std::size_t made = 0;
  for (const Category category : patterns)  // the better one of two first
    if (category != Category::yahtzee && natural_score(category, dice) > 0) {
      roll.made[made] = category;
      roll.is_made[made++] = true;
    }
  roll.most_common = static_cast<std::uint8_t>(most_common_face(dice));
  return roll;
}

const Greedy::Rolls& Greedy::rolls() {
  static const Rolls all = [] {
    Rolls rolls;
    for (int roll = 0; roll < rolls_all; ++roll)
      rolls[static_cast<std::size_t>(roll)] = roll_of(keeps.dice(first_roll + roll));
    return rolls;
  }();
  return all;
}

Move Greedy::choose(const View& view) {
  const int number = keeps.number(view.dice);
  if (keeps.is_yahtzee(number)) {
    const Choice made = best_of(patterns, view);
    return score(made.score > 0 ? made : best_of(cheapest_first, view));
  }
  const Roll& roll = rolls_[static_cast<std::size_t>(number - first_roll)];
  const bool first = roll.is_made[0] & view.card.open(roll.made[0]),
             second = roll.is_made[1] & view.card.open(roll.made[1]);
  if (first | second) return score_moves[static_cast<std::size_t>(roll.made[first ? 0 : 1])];
  if (view.stage < last_stage) return keep_all_of(roll.most_common, view.dice);
  int best = -1;
  for (const Category category : categories) {
    const int rank = roll.rank[static_cast<std::size_t>(category)];
    best = std::max(best, view.card.open(category) ? rank : -1);
  }
  return score_moves[static_cast<std::size_t>(
      cheapest_first[static_cast<std::size_t>(places - 1 - best % places)])];
}

}  // namespace hilltop::yahtzee
