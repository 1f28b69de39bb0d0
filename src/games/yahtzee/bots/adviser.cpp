#include "games/yahtzee/bots/adviser.hpp"

#include <algorithm>
#include <functional>

#include "games/yahtzee/bots/solved.hpp"
#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {
namespace {

bool contains(int roll, int keep) {
  for (std::size_t face = 0; face < faces; ++face)
    if (keeps.counts(keep)[face] > keeps.counts(roll)[face]) return false;
  return true;
}

}  // namespace

Advice<Rules> advise(const View& view) {
  const Turn turn(worth_table(view.options), standing_of(view.card));
  const int rolls_left = last_stage - view.stage, roll = keeps.number(view.dice);
  // The points to come have the upper bonus, also if the card has it already.
  const double now = view.card.total() - view.card.upper_bonus();
  Advice<Rules> advice{
      .by = "The solved game",
      .unit = "final score on average",
      .decimals = 2,
      .note = view.totals.size() == 1 ? "" : "It plays for the average score only.",
      .choices = {}};
  for (int keep = 0; rolls_left > 0 && keep < first_roll; ++keep)
    if (contains(roll, keep))
      advice.choices.push_back({dice_of(keep, view.dice), now + turn.keep(rolls_left, keep)});
  for (const Category category : card_order)
    if (const auto worth = turn.box(roll, category))
      advice.choices.push_back({Score{category}, now + *worth});
  const Move best = best_move(turn, view);
  std::ranges::stable_sort(advice.choices, [&](const auto& a, const auto& b) {
    return a.worth != b.worth ? a.worth > b.worth : a.move == best && b.move != best;
  });
  return advice;
}

}  // namespace hilltop::yahtzee
