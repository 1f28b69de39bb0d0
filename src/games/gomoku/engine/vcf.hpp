#pragma once
#include <cstdint>
#include <vector>

#include "games/gomoku/engine/limits.hpp"
#include "games/gomoku/engine/threat_board.hpp"

namespace hilltop::gomoku {

// Where the attacker looks for the next four.
enum class VcfReach : std::uint8_t {
  everywhere,
  nearby,  // within four cells of its last stone on a line, or with an open three: much cheaper
  // Nearby, and only fours that make a shape of two or more on another line too: the others seldom
  // lead to a win, and a third of the nodes of a deep search came after them (decision 0108).
  fruitful,
};

// Finds victories by continuous fours (VCF): wins in which each stone of the attacker threatens
// five, so that the defender has one answer each time. What it finds is proved.
template <int Size, RowRule Rule = RowRule::five_or_more>
class VcfSearch {
 public:
  explicit VcfSearch(ThreatBoard<Size, Rule>& board);

  void forget();  // what earlier searches found

  // Returns the number of stones until the five if the attacker, who is to move, wins by continuous
  // fours; 0 if not, or if more than `nodes_max` stones were laid, or the time is over. Not the
  // shortest win.
  int solve(Colour attacker, VcfReach reach, std::int64_t nodes_max, TimeCheck* time = nullptr);

  // The first stone of the win that solve() found last.
  CellIndex first_move() const { return first_; }
  std::int64_t nodes() const { return nodes_; }  // stones laid since the object was made

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t search = 0;
    std::uint8_t plies = 0;  // 0: no win
    CellIndex best = no_cell;
  };
  static constexpr std::size_t slots = std::size_t{1} << 14;

  int attack(Colour attacker, CellIndex last);
  int attack_with(CellIndex cell, Colour attacker);

  ThreatBoard<Size, Rule>& board_;
  std::vector<Slot> table_;
  std::uint32_t search_ = 1;
  std::int64_t nodes_ = 0, nodes_end_ = 0;
  TimeCheck* time_ = nullptr;  // of this solve()
  VcfReach reach_ = VcfReach::everywhere;
  bool cut_ = false;  // the search of this solve() was not complete
  CellIndex first_ = no_cell;
};

}  // namespace hilltop::gomoku
