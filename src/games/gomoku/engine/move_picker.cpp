#include "games/gomoku/engine/move_picker.hpp"

#include <algorithm>
#include <utility>

namespace hilltop::gomoku {
namespace {

constexpr int killer_bonus = 63;
constexpr int answer_bonus = 77;
constexpr int history_share = 34;

}  // namespace

void MoveHistory::forget() { counts_ = {}; }

void MoveHistory::succeeded(CellIndex cell, Colour colour, int depth) {
  move(counts_[static_cast<std::size_t>(colour)][cell], depth * depth);
}

void MoveHistory::failed(CellIndex cell, Colour colour, int depth) {
  move(counts_[static_cast<std::size_t>(colour)][cell], -depth * depth);
}

MovePicker::MovePicker(const ThreatBoard& board, Colour mover, const CellSet& cells,
                       const MoveHints& hints, const MoveHistory& history)
    : board_(board), mover_(mover), cells_(cells), hints_(hints), history_(history) {}

CellIndex MovePicker::next() {
  if (!rated_) {
    // The table's move often makes the others needless, so they are rated after it.
    if (given_ == 0 && hints_.from_table != no_cell && cells_.has(hints_.from_table)) {
      cells_.remove(hints_.from_table);
      ++given_;
      return hints_.from_table;
    }
    rate();
  }
  if (given_ == count_) return no_cell;
  int& first = candidates_[given_++];
  std::swap(first, *std::max_element(&first, candidates_.data() + count_));
  return static_cast<CellIndex>(cell_mask - (first & cell_mask));
}

void MovePicker::rate() {
  rated_ = true;
  given_ = 0;
  while (cells_.any()) {
    const CellIndex cell = cells_.take();
    int score = board_.urgency(cell, mover_) + history_(cell, mover_) / history_share;
    if (cell == hints_.killers[0] || cell == hints_.killers[1]) score += killer_bonus;
    if (cell == hints_.answer) score += answer_bonus;
    candidates_[count_++] = (score << cell_bits) | (cell_mask - cell);
  }
}

}  // namespace hilltop::gomoku
