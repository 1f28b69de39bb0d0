#include "games/gomoku/engine/vcf.hpp"

#include <algorithm>
#include <array>

namespace hilltop::gomoku {
namespace {

constexpr std::uint64_t white_attacks = 0x6a09e667f3bcc909;
constexpr std::uint64_t nearby_of_last = 0x3c6ef372fe94f82b;

// What is found nearby depends on the attacker's last stone. Before the first one any number does
// that no cell has; these are kept, because with others other positions would share a slot of the
// table, and some moves change.
template <int Size>
std::uint64_t nearby_key(CellIndex last) {
  constexpr std::uint64_t none = Size == 15 ? 1 << 8 : 1 << 16;
  return (last == no_cell ? none : last + std::uint64_t{1}) * nearby_of_last;
}

constexpr int worth_of_a_lone_four = worth_of({Pattern::four});

}  // namespace

template <int Size, RowRule Rule>
VcfSearch<Size, Rule>::VcfSearch(ThreatBoard<Size, Rule>& board) : board_(board), table_(slots) {}

template <int Size, RowRule Rule>
void VcfSearch<Size, Rule>::forget() {
  if (++search_ != 0) return;
  std::ranges::fill(table_, Slot{});
  search_ = 1;
}

template <int Size, RowRule Rule>
int VcfSearch<Size, Rule>::solve(Colour attacker, VcfReach reach, std::int64_t nodes_max,
                                 TimeCheck* time) {
  time_ = time;
  nodes_end_ = nodes_ + nodes_max;
  reach_ = reach;
  cut_ = false;
  return attack(attacker, no_cell);
}

// `last` is the attacker's last stone of this attack, or no_cell.
template <int Size, RowRule Rule>
int VcfSearch<Size, Rule>::attack(Colour attacker, CellIndex last) {
  const Colour defender = other(attacker);
  if (const auto& fives = board_.fives(attacker); fives.any()) {
    first_ = fives.first();
    return 1;
  }
  CellSet<Size> moves;
  bool also_lone = true;  // fours that make nothing else
  if (const auto& fives = board_.fives(defender); fives.any()) {
    if (board_.count(defender, ThreatGroup::five) > 1 ||
        board_.threat(fives.first(), attacker) < Threat::four)
      return 0;
    moves = fives;
  } else if (board_.any(attacker, ThreatGroup::open_four)) {
    first_ = board_.cells(attacker, ThreatGroup::open_four).first();
    return 3;
  } else {
    moves = board_.fours(attacker);
    // Under renju any four of White's wins whose answer is forbidden.
    also_lone =
        reach_ != VcfReach::fruitful || (Rule == RowRule::renju && attacker == Colour::white);
    if (reach_ != VcfReach::everywhere && last != no_cell)
      moves &= ThreatBoard<Size, Rule>::reachable(last) |
               board_.cells(attacker, ThreatGroup::four_three);
    if (moves.empty()) return 0;
  }

  const std::uint64_t hash = board_.hash() ^ (attacker == Colour::white ? white_attacks : 0) ^
                             (reach_ == VcfReach::everywhere ? 0 : nearby_key<Size>(last));
  Slot& slot = table_[hash & (slots - 1)];
  if (slot.hash == hash && slot.search == search_) {
    first_ = slot.best;
    return slot.plies;
  }
  if (nodes_ >= nodes_end_ || (time_ != nullptr && time_->is_over())) {
    cut_ = true;
    return 0;
  }

  // Fours that make an open three as well come first.
  struct Four {
    CellIndex cell;
    int urgency;
  };
  std::array<Four, cell_count<Size>> fours;
  std::size_t count = 0;
  moves.for_each([&](CellIndex cell) {
    if (!also_lone && board_.worth(cell, attacker) <= worth_of_a_lone_four) return;
    const int urgency = board_.urgency(cell, attacker);
    std::size_t place = count++;
    for (; place > 0 && fours[place - 1].urgency < urgency; --place)
      fours[place] = fours[place - 1];
    fours[place] = {cell, urgency};
  });
  for (std::size_t i = 0; i < count; ++i)
    if (const int plies = attack_with(fours[i].cell, attacker); plies != 0) {
      slot = {hash, search_, static_cast<std::uint8_t>(plies), fours[i].cell};
      first_ = fours[i].cell;
      return plies;
    }
  if (!cut_) slot = {hash, search_, 0, no_cell};
  return 0;
}

template <int Size, RowRule Rule>
int VcfSearch<Size, Rule>::attack_with(CellIndex cell, Colour attacker) {
  board_.lay_for_threats(cell, attacker);
  ++nodes_;
  int plies = 0;
  const CellIndex answer = board_.fives(attacker).first();
  if (board_.count(attacker, ThreatGroup::five) > 1 || board_.forbidden(answer, other(attacker))) {
    plies = 3;
  } else {
    board_.lay_for_threats(answer, other(attacker));
    ++nodes_;
    if (const int rest = attack(attacker, cell); rest != 0) plies = rest + 2;
    board_.undo();
  }
  board_.undo();
  return plies;
}

template class VcfSearch<15>;
template class VcfSearch<20>;
template class VcfSearch<15, RowRule::exactly_five>;
template class VcfSearch<20, RowRule::exactly_five>;
template class VcfSearch<15, RowRule::renju>;
template class VcfSearch<20, RowRule::renju>;

}  // namespace hilltop::gomoku
