#include "games/gomoku/engine/transposition_table.hpp"

#include <algorithm>

namespace hilltop::gomoku {

TranspositionTable::TranspositionTable(std::size_t buckets) : buckets_(buckets) {}

void TranspositionTable::forget() {
  if (search_++ != last_search) return;
  std::ranges::fill(buckets_, Bucket{});
  search_ = 1;
}

std::optional<TableEntry> TranspositionTable::find(std::uint64_t hash) const {
  for (const Slot& slot : bucket(hash).slots)
    if (slot.hash == hash && slot.search == search_)
      return TableEntry{slot.score, slot.best, static_cast<std::uint8_t>(slot.depth_and_bound >> 2),
                        static_cast<ScoreBound>(slot.depth_and_bound & 3)};
  return std::nullopt;
}

void TranspositionTable::store(std::uint64_t hash, const TableEntry& entry) {
  auto& slots = buckets_[hash & (buckets_.size() - 1)].slots;
  const auto rank = [&](const Slot& slot) {
    if (slot.search != search_) return 0;
    if (slot.hash == hash) return -1;
    return 1 + slot.depth_and_bound / 4;
  };
  Slot& slot = *std::ranges::min_element(slots, {}, rank);
  const CellIndex best = entry.best == no_cell && rank(slot) == -1 ? slot.best : entry.best;
  slot = {.hash = hash,
          .search = search_ & last_search,
          .depth_and_bound =
              static_cast<std::uint8_t>(entry.depth << 2 | static_cast<int>(entry.bound)),
          .score = entry.score,
          .best = best};
}

}  // namespace hilltop::gomoku
