#include "games/yahtzee/solver/turn_values.hpp"

#include <algorithm>

#include "games/yahtzee/solver/roll_outcomes.hpp"

namespace hilltop::yahtzee {

TurnValues::TurnValues(const WorthTable& table, const Standing& standing) {
  table.turn(standing, turn_);
  const auto [least, most] = std::ranges::minmax(turn_.best[last_stage]);
  after_first_roll_ = SpreadPoints(step_with(standing.open_boxes()), least, most);
  for (const auto& [roll, chance] : roll_outcomes(0))
    after_first_roll_.add(best(last_stage, roll), chance);
}

}  // namespace hilltop::yahtzee
