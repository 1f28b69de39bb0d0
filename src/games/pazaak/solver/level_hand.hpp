#pragma once
#include <algorithm>
#include <cmath>

namespace hilltop::pazaak {

constexpr float tenth = 0.1f;  // the chance of each card of the deck

// Returns the value of a hand that is replayed if nobody wins it: the fixed point of `hand`, which
// maps the value of a level hand to the value of the hand. Its slope is the chance of a level hand,
// about 0.2; the secant method finds the root, since the function is linear except for a few kinks.
template <class Hand>
float value_of_level_hand(float guess, Hand&& hand) {
  constexpr float close = 2e-7f;
  constexpr int rounds_max = 12;
  float level = guess, slope = 0.2f, result = hand(level);
  for (int i = 0; i < rounds_max && std::abs(result - level) > close; ++i) {
    const float next = level + (result - level) / (1 - slope), found = hand(next);
    if (std::abs(next - level) > 1e-4f)
      slope = std::clamp((found - result) / (next - level), 0.0f, 0.6f);
    level = next;
    result = found;
  }
  return result;
}

}  // namespace hilltop::pazaak
