#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

#include "games/gomoku/variant.hpp"

// How much less a selective search does with the moves that it tries late. Scores as in search.cpp.
namespace hilltop::gomoku {

constexpr int reduced_depth = 2;  // the least depth at which a late move is searched less

// The moves of a position that are tried: fewer scored 51.7, more 51.6.
constexpr int late_moves(int depth) { return (342 + 210 * depth) / 100; }

// 16 times the logarithm to base 2, straight between the powers of two.
inline constexpr std::array<int, variant_points_max + 1> sixteenth_logs = [] {
  std::array<int, variant_points_max + 1> logs{};
  for (int n = 1, power = 1, log = 0; n <= variant_points_max; ++n) {
    if (n == 2 * power) {
      power = n;
      log += 16;
    }
    logs[static_cast<std::size_t>(n)] = log + 16 * (n - power) / power;
  }
  return logs;
}();

// How many plies less a late move is searched: 0.30 times the product of the logarithms, to base 2,
// of the depth and of its place, less 0.09. Scored 61.0 against bits of depth times bits of place.
constexpr int reduction_of(int depth, int number) {
  const int hundredths = 30 * sixteenth_logs[static_cast<std::size_t>(depth)] *
                             sixteenth_logs[static_cast<std::size_t>(number + 1)] / (16 * 16) -
                         9;
  return std::max(0, hundredths / 100);
}

}  // namespace hilltop::gomoku
