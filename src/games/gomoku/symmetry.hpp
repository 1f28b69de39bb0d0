#pragma once
#include <cstdint>
#include <utility>

#include "games/gomoku/board.hpp"

namespace hilltop::gomoku {

// The board's symmetries, numbered from 0, which changes nothing.
constexpr std::uint32_t symmetries = 8;

// Returns where a symmetry of a board takes a point: bit 0 mirrors X, bit 1 mirrors Y, then bit 2
// swaps them.
constexpr Point turned(Point point, std::uint32_t symmetry, int size = board_size) {
  const int far = size - 1;
  if ((symmetry & 1) != 0) point.x = far - point.x;
  if ((symmetry & 2) != 0) point.y = far - point.y;
  if ((symmetry & 4) != 0) std::swap(point.x, point.y);
  return point;
}

}  // namespace hilltop::gomoku
