#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "games/gomoku/board.hpp"

namespace hilltop::gomoku {

// What a stone of one colour on an empty cell would make of one line through it, from the four
// cells on either side. Only rows of five that hold the cell count; longer ones win as well.
enum class Pattern : std::uint8_t {
  dead,          // no row of five can hold the cell
  closed_one,    // a row is possible, but none of the shapes below
  open_one,      // one more stone makes an open two
  closed_two,    // one more stone makes a closed three
  open_two,      // one cell makes it an open three
  wide_two,      // two cells do
  free_two,      // three or more do
  closed_three,  // one more stone makes a four
  open_three,    // one cell makes it an open four
  wide_three,    // two cells or more do
  four,          // one cell makes it five
  open_four,     // two cells or more do
  five,
};
constexpr std::size_t pattern_count = 13;

// The patterns of a cell, by direction.
using Patterns = std::array<Pattern, directions.size()>;

}  // namespace hilltop::gomoku
