#include "games/yahtzee/solver/turn_values.hpp"

#include <cstdint>

#include "games/yahtzee/solver/upper.hpp"

namespace hilltop::yahtzee {

TurnValues::TurnValues(const Turn& turn) {
  for (int rolls_left = 1; rolls_left <= last_stage; ++rolls_left)
    for (int keep = 0; keep < first_roll; ++keep)
      kept_[at(rolls_left - 1)][at(keep)] = turn.keep(rolls_left, keep);
  for (int rolls_left = 0; rolls_left <= last_stage; ++rolls_left)
    for (int roll = first_roll; roll < keeps_all; ++roll)
      best_[at(rolls_left)][at(roll - first_roll)] = turn.best(rolls_left, roll);
}

// Upper totals of one class are worth the same.
const TurnValues& KnownTurns::of(const Standing& standing) {
  const UpperClasses& classes = upper_table()[standing.upper];
  const auto upper_class = classes.of_total[static_cast<std::size_t>(standing.upper_total)];
  const Standing card{standing, classes.least[upper_class]};
  const std::uint64_t number = standing.number() * lanes_max + upper_class;
  std::unique_ptr<Known>& known =
      turns_[(number * 0x9e3779b97f4a7c15u >> 32) % turns_kept];  // Fibonacci hashing
  if (!known || known->standing != card)
    known = std::make_unique<Known>(card, TurnValues(Turn(table_, card)));
  return known->values;
}

}  // namespace hilltop::yahtzee
