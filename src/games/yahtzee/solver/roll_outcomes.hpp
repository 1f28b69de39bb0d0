#pragma once
#include <cstdint>
#include <span>

#include "games/yahtzee/solver/keeps.hpp"

namespace hilltop::yahtzee {

struct RollOutcome {
  std::int16_t roll;
  double chance;
};

// Returns every roll that the keep can become when the other dice are rolled, with its chance.
std::span<const RollOutcome> roll_outcomes(int keep);

}  // namespace hilltop::yahtzee
