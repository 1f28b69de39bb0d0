#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

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

// The patterns of a cell in the four directions, four bits each; direction 0 is lowest.
using PatternsOfCell = std::uint16_t;

constexpr Pattern pattern_in(PatternsOfCell patterns, std::size_t direction) {
  return static_cast<Pattern>((patterns >> (4 * direction)) & 15);
}

// What a stone on an empty cell threatens, in all four directions together.
enum class Threat : std::uint8_t {
  none,
  three,         // an open three
  double_three,  // two or more
  four,          // wins next unless one certain cell is blocked
  four_three,    // a four and an open three
  open_four,     // an open four, or two fours: there are two cells or more to block
  five,
};

// Threats that ThreatBoard keeps sets of cells for. A cell is in one set or in none.
enum class ThreatGroup : std::uint8_t { double_three, four, four_three, open_four, five };
constexpr std::size_t threat_group_count = 5;
constexpr std::uint8_t no_group = 255;

// Whose patterns they are: what they are worth depends on who moves next.
enum class Role : std::uint8_t { mover, waiter };

// What a cell's patterns add to the sums over all empty cells, for either colour: values, by Role, and
// counts of cells that make an open three and nothing more, and of crossings, in which shapes of two
// or closed threes meet.
enum CellSum : std::uint8_t { mover_value, waiter_value, threes, crossings };
constexpr std::size_t cell_sums = 4;

struct PatternScore {
  std::array<std::int16_t, cell_sums> sums;  // by CellSum
  Threat threat;
  std::uint8_t group;  // a ThreatGroup or no_group
};

// The tables by which ThreatBoard tells what stones threaten. Computed once per process.
class PatternTables {
 public:
  static const PatternTables& shared();

  // The eight neighbours of a cell on a line, two bits each (0 empty, 1 black, 2 white, 3 off the
  // board), the lowest first. Returns the pattern for Black in the low four bits and for White in
  // the high ones.
  std::uint8_t of_neighbours(std::uint16_t neighbours) const { return patterns_[neighbours]; }
  // What a line through an empty cell is worth, to each colour as the player to move.
  const std::array<std::int16_t, 2>& line_values(std::uint16_t neighbours) const {
    return line_values_[neighbours];
  }
  const PatternScore& score(PatternsOfCell patterns) const { return scores_[patterns]; }
  // How early a search should try a cell at which a player in this role has these patterns; higher
  // is earlier.
  int urgency(PatternsOfCell patterns, Role role) const {
    return urgencies_[patterns][static_cast<std::size_t>(role)];
  }

 private:
  PatternTables();

  std::vector<std::uint8_t> patterns_;
  std::vector<std::array<std::int16_t, 2>> line_values_;  // by the colour to move
  std::vector<PatternScore> scores_;
  std::vector<std::array<std::int16_t, 2>> urgencies_;  // by Role
};

}  // namespace hilltop::gomoku
