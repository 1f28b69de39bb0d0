#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "games/gomoku/engine/patterns.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

// The cells on either side that decide what a stone makes of a line: where only rows of exactly
// five win, one more tells a five from a longer row.
template <RowRule Rule>
constexpr int line_reach = Rule == RowRule::five_or_more ? row_to_win - 1 : row_to_win;

// The neighbours of a cell on a line, line_reach on either side, two bits each (0 empty, 1 black, 2
// white, 3 off the board), the lowest first.
using Neighbours = std::uint32_t;

// The four on either side, by which a line is valued under every rule.
template <RowRule Rule>
constexpr std::uint16_t near_neighbours(Neighbours all) {
  return static_cast<std::uint16_t>(all >>
                                    (2 * (line_reach<Rule> - line_reach<RowRule::five_or_more>)));
}

// The patterns of a cell without regard to their directions: the sum of their numbers. No other
// four patterns have this sum, and patterns that are common have small numbers, so that what is
// often looked up by sums stays in the cache. The numbers: OEIS A096772, less 1.
using PatternSum = std::uint16_t;
constexpr std::array<PatternSum, pattern_count> pattern_numbers{
    0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194, 13663};
constexpr PatternSum sum_of(const Patterns& patterns) {
  int sum = 0;
  for (const Pattern pattern : patterns) sum += pattern_numbers[static_cast<std::size_t>(pattern)];
  return static_cast<PatternSum>(sum);
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

// The sets of cells of a ThreatBoard: by threat, and under renju those forbidden to Black.
// A cell is in one set or in none.
enum class ThreatGroup : std::uint8_t {
  double_three,
  four,
  four_three,
  open_four,
  five,
  forbidden
};
template <RowRule Rule>
constexpr std::size_t threat_group_count = Rule == RowRule::renju ? 6 : 5;
constexpr std::uint8_t no_group = 255;

// Whose patterns they are: what they are worth depends on the next to move.
enum class Role : std::uint8_t { mover, waiter };

// What a cell's patterns add to the sums over all empty cells, for either colour: values, by Role,
// and counts of cells that make an open three and nothing more, and of crossings, in which shapes
// of two or closed threes meet.
enum CellSum : std::uint8_t { mover_value, waiter_value, threes, crossings };

// All four sums in one number, so that one addition adds them all. A value below 0 borrows from
// what is above it.
class CellSums {
 public:
  constexpr CellSums() = default;
  constexpr CellSums(int mover, int waiter, int threes, int crossings)
      : packed_(((((std::int64_t{mover} << value_bits) + waiter) << count_bits) + threes)
                    << count_bits |
                crossings) {}
  constexpr CellSums& operator+=(CellSums other) { return packed_ += other.packed_, *this; }
  constexpr CellSums& operator-=(CellSums other) { return packed_ -= other.packed_, *this; }
  constexpr int operator[](CellSum of) const {
    constexpr std::int64_t count_mask = (1 << count_bits) - 1, half = 1 << (value_bits - 1);
    const std::int64_t values = packed_ >> (2 * count_bits);
    switch (of) {
      case mover_value: return static_cast<int>((values + half) >> value_bits);
      case waiter_value: return static_cast<int>(((values + half) & (2 * half - 1)) - half);
      case threes: return static_cast<int>((packed_ >> count_bits) & count_mask);
      case crossings: break;
    }
    return static_cast<int>(packed_ & count_mask);
  }

 private:
  static constexpr int count_bits = 9, value_bits = 23;
  static_assert(variant_points_max < 1 << count_bits);
  std::int64_t packed_ = 0;
};

// The sums of a cell for both colours in one number, so that one addition changes both.
class PatternSums {
 public:
  constexpr PatternSums() = default;
  constexpr PatternSums(PatternSum black, PatternSum white)
      : packed_(black | std::uint32_t{white} << 16) {}
  constexpr PatternSum operator[](std::size_t colour) const {
    return static_cast<PatternSum>(packed_ >> (16 * colour));
  }
  constexpr PatternSums& operator+=(PatternSums other) { return packed_ += other.packed_, *this; }
  constexpr PatternSums& operator-=(PatternSums other) { return packed_ -= other.packed_, *this; }

 private:
  std::uint32_t packed_ = 0;
};

// What lines are worth to each colour as the player to move, in one number as well. Either sum has
// to fit into 16 bits: that of all lines that a stone changes does.
class LineValues {
 public:
  constexpr LineValues() = default;
  constexpr LineValues(int black, int white)
      : packed_(static_cast<std::uint32_t>(white * 65536 + black)) {}
  constexpr LineValues& operator+=(LineValues other) { return packed_ += other.packed_, *this; }
  constexpr LineValues& operator-=(LineValues other) { return packed_ -= other.packed_, *this; }
  constexpr int operator[](std::size_t mover) const {
    const int black = static_cast<std::int16_t>(packed_);
    if (mover == 0) return black;
    return static_cast<std::int16_t>((packed_ - static_cast<std::uint32_t>(black)) >> 16);
  }

 private:
  std::uint32_t packed_ = 0;
};

// What a line through an empty cell is.
struct LineScore {
  LineValues values;
  PatternSums numbers;  // of the pattern that a stone of each colour would make
};

// The tables by which ThreatBoard tells what stones threaten under a rule. Computed once per
// process. Where five is exact, two fours in one line count as an open four, and a stone that makes
// a longer row as one on a dead line. Under renju Black may do neither, and the number of a wide
// three stands for both: Black's wide threes are open ones.
template <RowRule Rule = RowRule::five_or_more>
class PatternTables {
 public:
  static const PatternTables& shared();

  const LineScore& line(Neighbours neighbours) const { return lines_[neighbours]; }
  // By the sum of a colour's patterns.
  CellSums sums(PatternSum patterns, std::size_t of) const { return cells(of).sums[patterns]; }
  Threat threat(PatternSum patterns, std::size_t of) const { return cells(of).threats[patterns]; }
  // Or no_group.
  std::uint8_t group(PatternSum patterns, std::size_t of) const {
    return cells(of).groups[patterns];
  }
  // How early a search should try a cell at which a player in this role has these patterns; higher
  // is earlier.
  int urgency(PatternSum patterns, std::size_t of, Role role) const {
    return cells(of).urgencies[patterns][static_cast<std::size_t>(role)];
  }
  // The sum of worth_of().
  int worth(PatternSum patterns, std::size_t of) const { return cells(of).worths[patterns]; }

 private:
  static constexpr std::size_t pattern_sums = directions.size() * pattern_numbers.back() + 1;

  // The properties of a cell, by its PatternSum.
  struct Cells {
    std::array<CellSums, pattern_sums> sums{};
    std::array<Threat, pattern_sums> threats{};
    std::array<std::uint8_t, pattern_sums> groups{};
    std::array<std::array<std::int16_t, 2>, pattern_sums> urgencies{};  // by Role
    std::array<std::int16_t, pattern_sums> worths{};
  };

  PatternTables();
  void fill_lines();
  void fill_cells(std::size_t of);

  const Cells& cells(std::size_t of) const { return cells_[Rule == RowRule::renju ? of : 0]; }

  std::array<LineScore, std::size_t{1} << (4 * line_reach<Rule>)> lines_{};
  std::array<Cells, Rule == RowRule::renju ? 2 : 1> cells_{};  // by colour under renju
};

}  // namespace hilltop::gomoku
