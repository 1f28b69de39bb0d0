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

int worth(ShapesOfCell shapes) {
  constexpr int of_shape[shape_count] = {0, 2, 5, 9, 12, 40, 40, 100, 0};
  int sum = 0;
  for (std::size_t d = 0; d < directions.size(); ++d)
    sum += of_shape[static_cast<std::size_t>(shape_in(shapes, d))];
  return sum;
}

std::size_t slots_in(int memory_mb, std::size_t slot_bytes) {
  return std::bit_floor((static_cast<std::size_t>(std::max(1, memory_mb)) << 20) / slot_bytes);
}

}  // namespace

ThreatSearch::ThreatSearch(const VariantBoard& board, Colour attacker, const ThreatLimits& limits)
    : board_(board),
      attacker_(attacker),
      limits_(limits),
      table_(slots_in(limits.memory_mb, sizeof(Slot))),
      nodes_end_(limits.nodes),
      time_(limits.time) {}

std::optional<int> ThreatSearch::solve() {
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

std::uint64_t ThreatSearch::key_of(By by, bool defending) const {
  return board_.hash() ^ (by == By::threats ? by_threats : 0) ^ (defending ? defender_moves : 0);
}

ThreatSearch::Slot ThreatSearch::known(std::uint64_t key) {
  const Slot& slot = slot_of(key);
  return slot.key == key ? slot : Slot{};
}

void ThreatSearch::note(std::uint64_t key, Spot best, int plies, bool proved) {
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

void ThreatSearch::lay(Spot spot, Colour colour) {
  board_.lay(spot, colour);
  ++nodes_;
}

// Whether the attacker, who is to move, wins within `plies`.
bool ThreatSearch::attack(int plies, By by) {
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
  for (const Spot spot : attacks(plies, by, seen.best)) {
    if (cut_) return false;
    if (!attack_with(spot, plies, by)) continue;
    note(key, spot, plies, true);
    return true;
  }
  if (!cut_) note(key, no_spot, plies, false);
  return false;
}

// The stones to try, the most promising first.
std::vector<Spot> ThreatSearch::attacks(int plies, By by, Spot first) const {
  SpotSet spots = board_.fives(defender());
  if (!spots.any()) {
    spots = board_.fours(attacker_);
    if (by == By::threats && plies >= plies_of_three)
      spots |= board_.spots(attacker_, Shape::three);
  }
  std::vector<std::pair<int, Spot>> rated;
  while (spots.any()) {
    const Spot spot = spots.take();
    const int rate = spot == first ? 1000
                                   : 2 * worth(board_.shapes(spot, attacker_)) +
                                         worth(board_.shapes(spot, other(attacker_)));
    rated.emplace_back(-rate, spot);
  }
  std::ranges::sort(rated);
  std::vector<Spot> ordered;
  for (const auto& [rate, spot] : rated) ordered.push_back(spot);
  return ordered;
}

bool ThreatSearch::attack_with(Spot spot, int plies, By by) {
  if (!board_.legal(spot, attacker_)) return false;
  lay(spot, attacker_);
  bool won = false;
  if (board_.fives(defender()).any()) {
    won = false;
  } else if (const SpotSet& fives = board_.fives(attacker_); fives.any()) {
    const Spot stop = fives.first();
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
bool ThreatSearch::defend(int plies) {
  const std::uint64_t key = key_of(By::threats, true);
  const Slot seen = known(key);
  if (seen.proved <= plies) return true;
  if (seen.refuted >= plies) return false;
  if (!attack(plies - 2, By::fours)) {
    if (!cut_) note(key, no_spot, plies, false);
    return false;
  }
  for (const Spot reply : replies(plies - 2, seen.best)) {
    if (!board_.legal(reply, defender())) continue;
    lay(reply, defender());
    const bool won = attack(plies - 2, By::threats);
    board_.undo();
    if (cut_) return false;
    if (won) continue;
    note(key, reply, plies, false);
    return false;
  }
  note(key, no_spot, plies, true);
  return true;
}

// The replies that may spoil the attack by fours which is threatened, the one that refuted a
// shorter search first.
std::vector<Spot> ThreatSearch::replies(int plies, Spot first) {
  SpotSet spots = spoilers(plies);
  std::vector<std::pair<int, Spot>> rated;
  while (spots.any()) {
    const Spot spot = spots.take();
    if (!board_.free(spot)) continue;
    const int rate = spot == first ? 1000
                                   : worth(board_.shapes(spot, attacker_)) +
                                         2 * worth(board_.shapes(spot, defender()));
    rated.emplace_back(-rate, spot);
  }
  std::ranges::sort(rated);
  std::vector<Spot> ordered;
  for (const auto& [rate, spot] : rated) ordered.push_back(spot);
  return ordered;
}

// The first stone of a win within `plies` that attack() found.
Spot ThreatSearch::winning_stone(int plies, By by) {
  if (const SpotSet& fives = board_.fives(attacker_); fives.any()) return fives.first();
  for (int tries = 0; tries < 2; ++tries) {
    const Slot seen = known(key_of(by, false));
    if (seen.proved <= plies && seen.best != no_spot) return seen.best;
    if (!attack(plies, by)) break;  // another position has taken its slot
  }
  return no_spot;
}

// Follows the attack by fours that wins within `plies`. Returns the spots of its stones and of the
// replies, and those on which the defender would make a four on the way. A reply elsewhere leaves
// the attack as it is, except under renju, where it may forbid or permit a stone (prove() looks).
SpotSet ThreatSearch::spoilers(int plies) {
  SpotSet spots;
  int laid = 0;
  for (;;) {
    spots |= board_.fours(defender());
    const Spot spot = winning_stone(plies, By::fours);
    if (spot == no_spot) break;
    spots.add(spot);
    if (board_.fives(attacker_).any()) break;
    board_.lay(spot, attacker_);
    ++laid;
    const SpotSet& fives = board_.fives(attacker_);
    spots |= fives;
    const Spot stop = fives.first();
    if (fives.size() > 1 || !board_.legal(stop, defender())) break;
    board_.lay(stop, defender());
    ++laid;
    plies -= 2;
  }
  for (; laid > 0; --laid) board_.undo();
  return spots;
}

}  // namespace hilltop::gomoku
