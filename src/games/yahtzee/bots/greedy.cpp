#include "games/yahtzee/bots/greedy.hpp"

#include <algorithm>
#include <span>

#include "games/yahtzee/solver/natural_scores.hpp"

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

// Returns the first of the best boxes for other dice, whose scores depend on nothing else. One
// number has the score and the order, because a processor cannot foretell which box is better.
template <std::size_t boxes_all>
Choice best_of(const std::array<Category, boxes_all>& boxes, const Card& card,
               const std::array<std::uint8_t, boxes_on_card>& scores) {
  constexpr int places = 16;
  int best = -1;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const int rank =
        scores[static_cast<std::size_t>(boxes[i])] * places + places - 1 - static_cast<int>(i);
    best = std::max(best, card.open(boxes[i]) ? rank : -1);
  }
  if (best < 0) return {};
  return {boxes[static_cast<std::size_t>(places - 1 - best % places)], best / places};
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

Move Greedy::choose(const View& view) {
  const int roll = keeps.number(view.dice);
  if (keeps.is_yahtzee(roll)) {
    const Choice made = best_of(patterns, view);
    return score(made.score > 0 ? made : best_of(cheapest_first, view));
  }
  const auto& scores = natural_scores()[static_cast<std::size_t>(roll - first_roll)];
  if (const Choice made = best_of(patterns, view.card, scores); made.score > 0) return score(made);
  if (view.stage == last_stage) return score(best_of(cheapest_first, view.card, scores));
  return keep_all_of(most_common_face(view.dice), view.dice);
}

}  // namespace hilltop::yahtzee
