#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/gomoku/engine/cell_set.hpp"
#include "games/gomoku/engine/patterns.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

// A board that knows at every moment what each empty cell would make for each colour, for the
// variants that ThreatBoard does not know: where five is exact, on a board of any size. Stones come
// off in the reverse order in which they were laid.
class ShapeBoard {
 public:
  using Cells = CellSet<variant_size_max>;

  explicit ShapeBoard(const VariantBoard& board);

  void lay(CellIndex cell, Colour colour);  // the cell must be empty
  void undo();                              // takes the last stone off

  // Depends on the stones alone, not on their order.
  std::uint64_t hash() const { return hash_; }
  bool free(CellIndex cell) const { return empty_[cell] != 0; }

  // Cells that are forbidden to Black by two fours or an overline are in none of these sets; those
  // with two threes are where they would be without the rule.
  const Cells& fives(Colour colour) const { return cells(colour, Best::five); }
  // Those that make a four and no five.
  const Cells& fours(Colour colour) const { return cells(colour, Best::four); }
  // Those that make an open three and no four.
  const Cells& threes(Colour colour) const { return cells(colour, Best::three); }

  // The order in which a search for threats tries cells: the highest first (worth_of()).
  int worth(CellIndex cell, Colour colour) const { return worth_of(patterns(cell, colour)); }
  // What a stone of the colour on an empty cell would make.
  Patterns patterns(CellIndex cell, Colour colour) const;
  // Exact; does not depend on the sets.
  bool legal(CellIndex cell, Colour colour) const;

 private:
  static constexpr int reach = 5;  // cells on either side that tell a row of five from a longer one
  static constexpr std::size_t neighbour_count = 2 * reach;

  // The best that a stone on a cell makes in any direction.
  enum class Best : std::uint8_t { nothing, three, four, five, forbidden };
  static constexpr std::size_t best_count = 5;
  // The patterns of a cell in the four directions, four bits each; direction 0 is lowest.
  using PackedPatterns = std::uint16_t;

  static std::size_t index(Colour colour) { return static_cast<std::size_t>(colour); }
  static Pattern pattern_in(PackedPatterns patterns, std::size_t direction) {
    return static_cast<Pattern>((patterns >> (4 * direction)) & 15);
  }
  static Best best_of(PackedPatterns patterns, bool forbids);
  static const Best* best_table(bool forbids);

  const Cells& cells(Colour colour, Best best) const {
    return sets_[index(colour)][static_cast<std::size_t>(best)];
  }
  Best best(CellIndex cell, Colour colour) const {
    return best_[index(colour)][patterns_[cell][index(colour)]];
  }
  void toggle(CellIndex cell, Colour colour);
  void enlist(CellIndex cell);
  void strike(CellIndex cell);

  struct Laid {
    CellIndex cell;
    Colour colour;
  };

  VariantBoard board_;
  int size_;
  std::array<const Pattern*, 2> lines_;  // line_patterns(), by colour
  std::array<const Best*, 2> best_;      // by colour and PackedPatterns
  std::vector<std::array<std::array<CellIndex, neighbour_count>, directions.size()>> neighbours_;
  std::vector<std::array<std::uint32_t, directions.size()>> keys_;  // of line_patterns()
  std::vector<std::array<PackedPatterns, 2>> patterns_;             // of empty cells
  std::vector<std::uint8_t> empty_;                                 // by cell: 1 or 0
  std::array<std::array<Cells, best_count>, 2> sets_;
  std::vector<Laid> laid_;
  std::uint64_t hash_ = 0;
};

}  // namespace hilltop::gomoku
