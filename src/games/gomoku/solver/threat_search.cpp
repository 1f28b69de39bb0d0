#include "games/gomoku/solver/threat_search.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace hilltop::gomoku {
namespace {

constexpr std::uint64_t by_threats = 0x6a09e667f3bcc909;
constexpr std::uint64_t defender_moves = 0xbb67ae8584caa73b;
constexpr int plies_of_four = 3;   // a four, the reply, five
constexpr int plies_of_three = 5;  // a three, the reply, a straight four, the reply, five

std::size_t slots_in(int memory_mb, std::size_t slot_bytes) {
  return std::bit_floor((static_cast<std::size_t>(std::max(1, memory_mb)) << 20) / slot_bytes);
}

}  // namespace

template <typename Board>
ThreatSearchOn<Board>::ThreatSearchOn(const VariantBoard& board, Colour attacker,
                                      const ThreatLimits& limits)
    : board_(board),
      size_(board.size()),
      attacker_(attacker),
      limits_(limits),
      root_(board_.hash()),
      table_(slots_in(limits.memory_mb, sizeof(Slot))),
      nodes_end_(limits.nodes),
      time_(limits.time) {}

template <typename Board>
std::optional<int> ThreatSearchOn<Board>::solve() {
  // Wins by fours alone are cheap to find: their length bounds the search for shorter ones.
  int found = 0;
  for (int plies = 1; plies <= limits_.plies_max && found == 0 && !cut_; plies += 2)
    if (attack(plies, By::fours)) found = plies;
  const int end = found == 0 ? limits_.plies_max + 1 : found;
  for (int plies = plies_of_three; plies < end && !cut_; plies += 2)
    if (attack(plies, By::threats)) {
      found = plies;
      break;
    }
  plies_ = found;
  return found == 0 ? std::nullopt : std::optional(found);
}

template <typename Board>
std::uint64_t ThreatSearchOn<Board>::key_of(By by, bool defending) const {
  return board_.hash() ^ (by == By::threats ? by_threats : 0) ^ (defending ? defender_moves : 0);
}

template <typename Board>
auto ThreatSearchOn<Board>::known(std::uint64_t key) -> Slot {
  const Slot& slot = slot_of(key);
  return slot.key == key ? slot : Slot{};
}

template <typename Board>
void ThreatSearchOn<Board>::note(std::uint64_t key, CellIndex best, int plies, bool proved) {
  Slot& slot = slot_of(key);
  if (slot.key != key) slot = {.key = key};
  if (proved) {
    slot.proved = static_cast<std::uint8_t>(plies);
    slot.best = best;
  } else {
    slot.refuted = static_cast<std::uint8_t>(plies);
    if (slot.proved == Slot{}.proved) slot.best = best;
  }
}

template <typename Board>
void ThreatSearchOn<Board>::lay(CellIndex cell, Colour colour) {
  board_.lay(cell, colour);
  ++nodes_;
}

// Whether the attacker, who is to move, wins within `plies`.
template <typename Board>
bool ThreatSearchOn<Board>::attack(int plies, By by) {
  if (board_.fives(attacker_).any()) return plies >= 1;
  if (plies < plies_of_four || board_.fives(defender()).size() > 1) return false;
  const std::uint64_t key = key_of(by, false);
  const Slot seen = known(key);
  if (seen.proved <= plies) return true;
  if (seen.refuted >= plies) return false;
  if (nodes_ >= nodes_end_ || time_.is_over()) {
    cut_ = true;
    return false;
  }
  if (by == By::threats && attack(plies, By::fours)) {
    note(key, winning_stone(plies, By::fours), plies, true);
    return true;
  }
  for (const CellIndex cell : ordered(threats(plies, by), seen.best, attacker_)) {
    if (cut_) return false;
    if (!attack_with(cell, plies, by)) continue;
    note(key, cell, plies, true);
    return true;
  }
  if (!cut_) note(key, no_cell, plies, false);
  return false;
}

template <typename Board>
auto ThreatSearchOn<Board>::threats(int plies, By by) const -> Cells {
  Cells cells = board_.fives(defender());
  if (cells.empty()) {
    cells = board_.fours(attacker_);
    if (by == By::threats && plies >= plies_of_three) cells |= board_.threes(attacker_);
  }
  if (limits_.without && board_.hash() == root_) cells.remove(cell_of(*limits_.without, size_));
  return cells;
}

template <typename Board>
std::vector<CellIndex> ThreatSearchOn<Board>::ordered(Cells cells, CellIndex first,
                                                      Colour mover) const {
  std::vector<std::pair<int, CellIndex>> rated;
  cells.for_each([&](CellIndex cell) {
    const int worth = 2 * board_.worth(cell, mover) + board_.worth(cell, other(mover));
    rated.emplace_back(cell == first ? -1000 : -worth, cell);
  });
  std::ranges::sort(rated);
  std::vector<CellIndex> ordered;
  for (const auto& [rate, cell] : rated) ordered.push_back(cell);
  return ordered;
}

template <typename Board>
bool ThreatSearchOn<Board>::attack_with(CellIndex cell, int plies, By by) {
  if (!board_.legal(cell, attacker_)) return false;
  lay(cell, attacker_);
  bool won = false;
  if (board_.fives(defender()).any()) {
    won = false;
  } else if (const auto& fives = board_.fives(attacker_); fives.any()) {
    const CellIndex stop = fives.first();
    if (fives.size() > 1 || !board_.legal(stop, defender())) {
      won = true;
    } else {
      lay(stop, defender());
      won = attack(plies - 2, by);
      board_.undo();
    }
  } else if (by == By::threats && plies >= plies_of_three) {
    won = defend(plies);
  }
  board_.undo();
  return won;
}

// Whether every reply to the attacker's last stone, which made no four, loses; the attacker wins
// within `plies`, its last stone included.
template <typename Board>
bool ThreatSearchOn<Board>::defend(int plies) {
  const std::uint64_t key = key_of(By::threats, true);
  const Slot seen = known(key);
  if (seen.proved <= plies) return true;
  if (seen.refuted >= plies) return false;
  if (!attack(plies - 2, By::fours)) {
    if (!cut_) note(key, no_cell, plies, false);
    return false;
  }
  for (const CellIndex reply : ordered(spoilers(plies - 2), seen.best, defender())) {
    if (!board_.legal(reply, defender())) continue;
    lay(reply, defender());
    const bool won = attack(plies - 2, By::threats);
    board_.undo();
    if (cut_) return false;
    if (won) continue;
    note(key, reply, plies, false);
    return false;
  }
  note(key, no_cell, plies, true);
  return true;
}

// The first stone of a win within `plies` that attack() found.
template <typename Board>
CellIndex ThreatSearchOn<Board>::winning_stone(int plies, By by) {
  if (const auto& fives = board_.fives(attacker_); fives.any()) return fives.first();
  for (int tries = 0; tries < 2; ++tries) {
    const Slot seen = known(key_of(by, false));
    if (seen.proved <= plies && seen.best != no_cell) return seen.best;
    if (!attack(plies, by)) break;  // another position has taken its slot
  }
  return no_cell;
}

// Follows the attack by fours that wins within `plies`. Returns the cells of its stones and of the
// replies, and those on which the defender would make a four on the way. A reply elsewhere leaves
// the attack as it is, except under renju, where it may forbid or permit a stone (prove() looks).
template <typename Board>
auto ThreatSearchOn<Board>::spoilers(int plies) -> Cells {
  Cells cells;
  int laid = 0;
  for (;;) {
    cells |= board_.fours(defender());
    const CellIndex cell = winning_stone(plies, By::fours);
    if (cell == no_cell) break;
    cells.add(cell);
    if (board_.fives(attacker_).any()) break;
    board_.lay(cell, attacker_);
    ++laid;
    const auto& fives = board_.fives(attacker_);
    cells |= fives;
    const CellIndex stop = fives.first();
    if (fives.size() > 1 || !board_.legal(stop, defender())) break;
    board_.lay(stop, defender());
    ++laid;
    plies -= 2;
  }
  for (; laid > 0; --laid) board_.undo();
  return cells;
}

template class ThreatSearchOn<ThreatBoard<15>>;
template class ThreatSearchOn<ThreatBoard<20>>;
template class ThreatSearchOn<ShapeBoard>;

std::unique_ptr<ThreatSearch> make_threat_search(const VariantBoard& board, Colour attacker,
                                                 const ThreatLimits& limits) {
  const bool five_or_more = board.variant().rows == RowRule::five_or_more;
  if (five_or_more && board.size() == 15)
    return std::make_unique<ThreatSearchOn<ThreatBoard<15>>>(board, attacker, limits);
  if (five_or_more && board.size() == 20)
    return std::make_unique<ThreatSearchOn<ThreatBoard<20>>>(board, attacker, limits);
  return std::make_unique<ThreatSearchOn<ShapeBoard>>(board, attacker, limits);
}

}  // namespace hilltop::gomoku
