#include "games/yahtzee/solver/keeps_made.hpp"

namespace hilltop::yahtzee {

Dice Keeps::dice(int roll) const {
  Dice dice{};
  std::size_t die = 0;
  for (std::uint8_t face = 0; face < faces; ++face)
    for (int count = counts(roll)[face]; count > 0; --count)
      dice[die++] = static_cast<std::uint8_t>(face + 1);
  return dice;
}

constinit const Keeps keeps;

}  // namespace hilltop::yahtzee
