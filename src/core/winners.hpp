#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace hilltop {

// Returns the seats with the most points of those that did not leave, a bit each: the winner, or
// all that tie. `left`: bit i if seat i left.
inline std::uint64_t on_top(std::span<const int> points, std::uint64_t left) {
  std::uint64_t top = 0;
  int most = std::numeric_limits<int>::min();
  for (std::size_t seat = 0; seat < points.size(); ++seat) {
    if ((left >> seat & 1) != 0) continue;
    if (points[seat] > most) top = 0;
    most = std::max(most, points[seat]);
    if (points[seat] == most) top |= std::uint64_t{1} << seat;
  }
  return top;
}

}  // namespace hilltop
