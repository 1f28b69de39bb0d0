#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "games/gomoku/engine/threat_board.hpp"

namespace hilltop::gomoku {

// Which cells have proved good in this search, by colour and cell.
class MoveHistory {
 public:
  void forget();
  void succeeded(CellIndex cell, Colour colour, int depth);
  void failed(CellIndex cell, Colour colour, int depth);
  int operator()(CellIndex cell, Colour colour) const {
    return counts_[static_cast<std::size_t>(colour)][cell];
  }

 private:
  static constexpr int max = 1 << 12;
  void move(int& count, int by) { count += by - count * (by < 0 ? -by : by) / max; }

  std::array<std::array<int, variant_points_max>, 2> counts_{};
};

// Moves that are tried early: the table's, killers of this ply, and the answer to the last stone.
struct MoveHints {
  CellIndex from_table = no_cell;
  std::array<CellIndex, 2> killers{no_cell, no_cell};
  CellIndex answer = no_cell;
};

// Hands out the cells of a set, the most promising first. Equal ones come in the order of their
// numbers.
template <int Size, RowRule Rule = RowRule::five_or_more>
class MovePicker {
 public:
  MovePicker(const ThreatBoard<Size, Rule>& board, Colour mover, const CellSet<Size>& cells,
             const MoveHints& hints, const MoveHistory& history);

  CellIndex next();  // no_cell if there are no more

 private:
  void rate();

  // A candidate is a score and, in its low bits, a cell: of equal ones the first cell is greatest.
  static constexpr int cell_bits = 9;
  static constexpr int cell_mask = (1 << cell_bits) - 1;
  static_assert(Size * Size <= cell_mask);

  const ThreatBoard<Size, Rule>& board_;
  Colour mover_;
  CellSet<Size> cells_;
  MoveHints hints_;
  const MoveHistory& history_;
  std::array<int, cell_count<Size>> candidates_;
  std::size_t count_ = 0;                           // of those not given out yet
  std::array<CellIndex, cell_count<Size>> places_;  // of the cells among them
  bool rated_ = false;
};

}  // namespace hilltop::gomoku
