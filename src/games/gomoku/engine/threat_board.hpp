#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/gomoku/engine/cell_set.hpp"
#include "games/gomoku/engine/pattern_tables.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

// A board that knows at every moment what each empty cell would make for each colour under a rule.
// A stone changes the cells within line_reach of it on its four lines. Stones come off in the
// reverse order in which they were laid. Its tables are constants, so it is compiled for each Size,
// 15 and 20, and each Rule.
template <int Size, RowRule Rule = RowRule::five_or_more>
class ThreatBoard {
 public:
  using Cells = CellSet<Size>;

  ThreatBoard();
  explicit ThreatBoard(const VariantBoard& board) : ThreatBoard() { set_up(board); }
  ThreatBoard(const ThreatBoard&) = delete;
  ThreatBoard& operator=(const ThreatBoard&) = delete;

  // Has these stones in place of what was there. Throws if the board has another size.
  void set_up(const VariantBoard& board);

  void lay(CellIndex cell, Colour colour);  // `cell` must be empty
  // As lay(), for what threatens alone: until the stone comes off, sum() and balance() are not of
  // this position.
  void lay_for_threats(CellIndex cell, Colour colour);
  void undo();  // takes the last stone off; there must be one

  int stones() const { return depth_; }
  bool full() const { return depth_ == Size * Size; }
  bool free(CellIndex cell) const { return !now().occupied.has(cell); }
  CellIndex last() const { return depth_ == 0 ? no_cell : now().cell; }  // the last stone

  // Depends on the stones alone, not on their order.
  std::uint64_t hash() const { return now().hash; }

  // What hash() is after a stone on an empty cell.
  std::uint64_t hash_with(CellIndex cell, Colour colour) const;

  // The empty cells that are near a stone: two cells away in any way, or three on a line.
  Cells near_cells() const { return now().near - now().occupied; }
  Cells empty_cells() const;
  // The cells that can be worth a stone of `mover`. Against a five they are where it is made. Where
  // the opponent can make an open four and `mover` cannot, they stop all of these or make a four;
  // if no cell does, they are where the open fours are made. Otherwise they are those near a stone.
  // Only stones that stop all, rather than any on their lines: 56.2 % ± 4.2 (decision 0038).
  Cells worthy_cells(Colour mover) const;

  // The empty cells whose threat for `colour` is of this group.
  const Cells& cells(Colour colour, ThreatGroup group) const {
    return now().groups[index(colour)][static_cast<std::size_t>(group)];
  }
  int count(Colour colour, ThreatGroup group) const {
    return now().counts[index(colour)][static_cast<std::size_t>(group)];
  }
  bool any(Colour colour, ThreatGroup group) const { return count(colour, group) != 0; }
  const Cells& fives(Colour colour) const { return cells(colour, ThreatGroup::five); }
  // Those that make a four, open or not, and no five.
  Cells fours(Colour colour) const {
    return cells(colour, ThreatGroup::four) | cells(colour, ThreatGroup::four_three) |
           cells(colour, ThreatGroup::open_four);
  }
  bool any_four(Colour colour) const {
    return any(colour, ThreatGroup::four) || any(colour, ThreatGroup::four_three) ||
           any(colour, ThreatGroup::open_four);
  }
  // Those that make an open three, and no four. Looked for cell by cell.
  Cells threes(Colour colour) const;

  // The neighbours of an empty cell in a direction.
  Neighbours neighbours(CellIndex cell, std::size_t direction) const;

  // What a stone of `colour` on an empty cell would make, as PatternTables knows it; where it is
  // forbidden, lines that are all dead.
  Patterns patterns(CellIndex cell, Colour colour) const;
  Threat threat(CellIndex cell, Colour colour) const {
    return tables_.threat(patterns_[cell][index(colour)], index(colour));
  }
  // Whether the colour may not lay a stone on an empty cell, as far as patterns tell
  // (pattern_tables.cpp).
  bool forbidden(CellIndex cell, Colour colour) const {
    if constexpr (Rule == RowRule::renju)
      return colour == Colour::black && cells(colour, ThreatGroup::forbidden).has(cell);
    return false;
  }
  // How promising a stone of `mover` on an empty cell is, by the patterns of both players.
  int urgency(CellIndex cell, Colour mover) const {
    const std::size_t mine = index(mover), theirs = index(other(mover));
    return tables_.urgency(patterns_[cell][mine], mine, Role::mover) +
           tables_.urgency(patterns_[cell][theirs], theirs, Role::waiter);
  }

  // The order in which a search for threats tries cells: the highest first (worth_of()).
  int worth(CellIndex cell, Colour colour) const {
    return tables_.worth(patterns_[cell][index(colour)], index(colour));
  }
  // Where five or more win.
  bool legal(CellIndex cell, Colour) const { return free(cell); }

  // All cells within line_reach of `cell` on its lines.
  static const Cells& reachable(CellIndex cell);

  // The sum of the values of all empty cells and of the lines through them, with `mover` to move.
  int balance(Colour mover) const {
    return sum(mover, mover_value) + sum(other(mover), waiter_value) +
           now().line_values[index(mover)];
  }

  // Over all empty cells.
  int sum(Colour colour, CellSum of) const { return now().sums[index(colour)][of]; }

  // The empty cells on which a stone of the other colour keeps the open four, or the two fours, of
  // `colour` on `cell` from being made there; `cell` is one of them.
  Cells defences(CellIndex cell, Colour colour) const;

 private:
  static constexpr std::size_t points = cell_count<Size>;
  static constexpr std::size_t group_count = threat_group_count<Rule>;

  static std::size_t index(Colour colour) { return static_cast<std::size_t>(colour); }

  struct Change {
    CellIndex cell;
    PatternSums before;
  };
  // What undo() restores by forgetting the last one.
  struct Frame {
    std::array<std::array<Cells, group_count>, 2> groups;           // by colour
    std::array<std::array<std::int16_t, group_count>, 2> counts{};  // of their cells
    Cells occupied, near;
    std::uint64_t hash = 0;
    std::array<CellSums, 2> sums{};    // over the empty cells, by colour
    std::array<int, 2> line_values{};  // of their lines, by the colour to move
    CellIndex cell = no_cell;
    Colour colour = Colour::black;

    // Moves a cell from one of a colour's threat groups to another; no_group is none.
    void regroup(CellIndex at, std::size_t of, std::uint8_t from, std::uint8_t to) {
      if (from == to) return;
      if (from != no_group) {
        groups[of][from].toggle(at);
        --counts[of][from];
      }
      if (to != no_group) {
        groups[of][to].toggle(at);
        ++counts[of][to];
      }
    }
  };

  const Frame& now() const { return frames_[static_cast<std::size_t>(depth_)]; }
  Frame& add_frame(CellIndex cell, Colour colour);
  template <bool Valued>
  void lay_stone(CellIndex cell, Colour colour);

  const PatternTables<Rule>& tables_;
  std::array<PatternSums, points> patterns_{};  // of the empty cells
  // Two bits a cell as Neighbours has them, after line_reach cells off the board. By direction.
  std::array<std::array<std::uint64_t, static_cast<std::size_t>(2 * Size - 1)>, directions.size()>
      lines_;
  int depth_ = 0;
  std::vector<Frame> frames_;       // [depth_] is now
  std::vector<Change> changes_;     // of all stones, in order
  std::vector<std::size_t> marks_;  // where the changes of each stone begin
};

}  // namespace hilltop::gomoku
