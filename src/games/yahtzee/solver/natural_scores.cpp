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

}  // namespace

const NaturalScores& natural_scores() {
  static const NaturalScores scores = make_scores();
  return scores;
}

}  // namespace hilltop::yahtzee
