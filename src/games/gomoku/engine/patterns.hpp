#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/gomoku/board.hpp"

namespace hilltop::gomoku {

// What a stone of one colour on an empty cell would make of one line through it. Only rows of five
// that hold the cell count.
enum class Pattern : std::uint8_t {
  dead,          // no row of five can hold the cell
  closed_one,    // a row is possible, but none of the patterns below
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
  // Where only rows of exactly five win:
  two_fours,  // as open_four, but its four are not in a row, so they are two fours
  overline,   // a row of six or more, which does not win
};
constexpr std::size_t pattern_count = 13;  // where longer rows win as well

// The patterns of a cell, by direction.
using Patterns = std::array<Pattern, directions.size()>;

// How early a search for threats tries a stone: the sum over the patterns that it makes.
constexpr int worth_of(const Patterns& patterns) {
  constexpr std::array<int, 15> worths{0, 0, 0, 0, 2, 2, 2, 5, 9, 9, 12, 40, 100, 40, 0};
  int worth = 0;
  for (const Pattern pattern : patterns) worth += worths[static_cast<std::size_t>(pattern)];
  return worth;
}

// Returns the pattern for every line, as a table by the neighbours of the cell: `reach` cells on
// either side, two bits each (0 empty, `own` a stone of the colour, others blocked), the lowest
// first. Four cells on either side tell everything if longer rows win, and five if only rows of
// `exactly` five do.
std::vector<Pattern> line_patterns(int reach, bool exactly, unsigned own);

}  // namespace hilltop::gomoku
