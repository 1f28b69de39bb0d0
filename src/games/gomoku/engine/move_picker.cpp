#include "games/gomoku/engine/move_picker.hpp"

#include <algorithm>

namespace hilltop::gomoku {
namespace {

// Tuned together with the numbers of search.cpp.
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

template <int Size, RowRule Rule>
MovePicker<Size, Rule>::MovePicker(const ThreatBoard<Size, Rule>& board, Colour mover,
                                   const CellSet<Size>& cells, const MoveHints& hints,
                                   const MoveHistory& history)
    : board_(board), mover_(mover), cells_(cells), hints_(hints), history_(history) {}

template <int Size, RowRule Rule>
CellIndex MovePicker<Size, Rule>::next() {
  if (!rated_) {
    // The table's move often makes the others needless, so they are rated after it.
    if (hints_.from_table != no_cell && cells_.has(hints_.from_table)) {
      cells_.remove(hints_.from_table);
      return hints_.from_table;
    }
    rate();
  }
  if (count_ == 0) return no_cell;
  int best = candidates_[0];
  for (std::size_t i = 1; i < count_; ++i) best = std::max(best, candidates_[i]);
  const auto cell = static_cast<CellIndex>(cell_mask - (best & cell_mask));
  // The last one takes its place.
  const int last = candidates_[--count_];
  const auto last_cell = static_cast<std::size_t>(cell_mask - (last & cell_mask));
  candidates_[places_[cell]] = last;
  places_[last_cell] = places_[cell];
  return cell;
}

template <int Size, RowRule Rule>
void MovePicker<Size, Rule>::rate() {
  rated_ = true;
  cells_.for_each([this](CellIndex cell) {
    int score = board_.urgency(cell, mover_) + history_(cell, mover_) / history_share;
    if (cell == hints_.killers[0] || cell == hints_.killers[1]) score += killer_bonus;
    if (cell == hints_.answer) score += answer_bonus;
    places_[cell] = static_cast<CellIndex>(count_);
    candidates_[count_++] = (score << cell_bits) | (cell_mask - cell);
  });
}

template class MovePicker<15>;
template class MovePicker<20>;
template class MovePicker<15, RowRule::exactly_five>;
template class MovePicker<20, RowRule::exactly_five>;
template class MovePicker<15, RowRule::renju>;
template class MovePicker<20, RowRule::renju>;

}  // namespace hilltop::gomoku
