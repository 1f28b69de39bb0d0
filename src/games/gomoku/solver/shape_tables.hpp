#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

// What a stone on an empty cell would make of one line, from the five cells on either side: enough
// to tell a row of five from a longer one. Ordered by what a threat is worth.
enum class Shape : std::uint8_t {
  none,
  two,            // one more stone makes a three
  closed_three,   // one more stone makes a four
  three,          // one more stone makes a straight four or two fours
  four,           // one point makes it five
  straight_four,  // four in a row with two such points
  two_fours,      // two such points of two fours on this line
  five,
  overline,  // a row of six or more where only five win, and no five
};
constexpr std::size_t shape_count = 9;
constexpr std::size_t shape_reach = 5;

// The shapes of a cell in the four directions, four bits each; direction 0 is lowest.
using ShapesOfCell = std::uint16_t;
constexpr Shape shape_in(ShapesOfCell shapes, std::size_t direction) {
  return static_cast<Shape>((shapes >> (4 * direction)) & 15);
}

// The shapes of all lines for one colour and one kind of row, computed once per process.
class ShapeTable {
 public:
  // The ten neighbours of a cell on a line, two bits each (0 empty, 1 own, 2 or 3 blocked), the
  // lowest first.
  Shape of_neighbours(std::uint32_t key) const { return shapes_[key]; }

  // `exactly`: only rows of exactly five win. `own`: 1 or 2, the mark of the colour's own stones in
  // the keys.
  static const ShapeTable& shared(bool exactly, unsigned own);

 private:
  ShapeTable(bool exactly, unsigned own);

  std::vector<Shape> shapes_;  // by key
};

}  // namespace hilltop::gomoku
