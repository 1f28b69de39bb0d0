#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "games/yahtzee/solver/keeps.hpp"

namespace hilltop::yahtzee {

// The score of every roll (from first_roll on) in every box, without jokers.
using NaturalScores = std::array<std::array<std::uint8_t, boxes_on_card>, rolls_all>;
const NaturalScores& natural_scores();

// Returns the scores that each box can hold, rising.
using PossibleScores = std::array<std::vector<std::uint8_t>, boxes_on_card>;
const PossibleScores& possible_scores();

}  // namespace hilltop::yahtzee
