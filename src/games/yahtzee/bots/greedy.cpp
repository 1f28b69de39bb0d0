#include "games/yahtzee/bots/greedy.hpp"

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

struct Choice {
  Category category{};
  int score = -1;  // -1 if no box is allowed
};

// Returns the first of the best boxes.
Choice best_of(std::span<const Category> boxes, const View& view) {
  Choice best;
  for (const Category category : boxes) {
    if (!view.card.open(category)) continue;
    const int score = worth(view, category);
    if (score > best.score && refusal(view, category).empty()) best = {category, score};
  }
  return best;
}

int most_common_face(const Dice& dice) {
  const DiceCounts tally(dice);
  int most = faces;
  for (int face = faces - 1; face >= 1; --face)
    if (tally.of(face) > tally.of(most)) most = face;
  return most;
}

Keep keep_all_of(int face, const Dice& dice) {
  Keep keep;
  for (std::uint8_t die = 0; die < dice_rolled; ++die)
    if (dice[die] == face) keep.add(die);
  return keep;
}

}  // namespace

Move Greedy::choose(const View& view) {
  if (const Choice made = best_of(patterns, view); made.score > 0) return Score{made.category};
  if (view.stage == last_stage || is_yahtzee(view.dice))
    return Score{best_of(cheapest_first, view).category};
  return keep_all_of(most_common_face(view.dice), view.dice);
}

}  // namespace hilltop::yahtzee
