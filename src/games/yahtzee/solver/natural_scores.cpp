#include "games/yahtzee/solver/natural_scores.hpp"

namespace hilltop::yahtzee {
namespace {

NaturalScores make_scores() {
  NaturalScores scores;
  for (int roll = 0; roll < rolls_all; ++roll)
    for (const Category category : categories)
      scores[static_cast<std::size_t>(roll)][static_cast<std::size_t>(category)] =
          static_cast<std::uint8_t>(natural_score(category, keeps.dice(first_roll + roll)));
  return scores;
}

PossibleScores make_possible() {
  PossibleScores possible;
  for (std::size_t box = 0; box < possible.size(); ++box) {
    std::array<bool, yahtzee_score + 1> seen{};
    for (const auto& scores : natural_scores()) seen[scores[box]] = true;
    for (std::uint8_t score = 0; score <= yahtzee_score; ++score)
      if (seen[score]) possible[box].push_back(score);
  }
  return possible;
}

}  // namespace

const NaturalScores& natural_scores() {
  static const NaturalScores scores = make_scores();
  return scores;
}

const PossibleScores& possible_scores() {
  static const PossibleScores possible = make_possible();
  return possible;
}

}  // namespace hilltop::yahtzee
