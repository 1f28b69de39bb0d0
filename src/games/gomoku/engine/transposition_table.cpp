#include "games/gomoku/engine/transposition_table.hpp"

#include <algorithm>
#include <bit>

namespace hilltop::gomoku {
namespace {

constexpr int depths = 64;  // that an entry may have

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes)
    : buckets_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1}))) {}

void TranspositionTable::forget() {
  keep();
  first_search_ = search_;
}

void TranspositionTable::keep() {
  if (search_++ != last_search) return;
  for (Bucket& bucket : buckets_)
    for (Slot& slot : bucket.slots) slot.content.store(0, std::memory_order_relaxed);
  search_ = first_search_ = 1;
}

TranspositionTable::Content TranspositionTable::content_of(const Slot& slot, std::uint64_t& hash) {
  const std::uint64_t content = slot.content.load(std::memory_order_relaxed);
  hash = slot.sealed_hash.load(std::memory_order_relaxed) ^ content;
  return std::bit_cast<Content>(content);
}

std::optional<TableEntry> TranspositionTable::find(std::uint64_t hash) const {
  for (const Slot& slot : bucket(hash).slots) {
    std::uint64_t of_slot;
    const Content content = content_of(slot, of_slot);
    if (of_slot == hash && remembers(content))
      return TableEntry{content.score, content.best,
                        static_cast<std::uint8_t>(content.depth_and_bound >> 2),
                        static_cast<ScoreBound>(content.depth_and_bound & 3)};
  }
  return std::nullopt;
}

void TranspositionTable::store(std::uint64_t hash, const TableEntry& entry) {
  auto& slots = buckets_[hash & (buckets_.size() - 1)].slots;
  Slot* worst = nullptr;
  int least = 0;
  CellIndex known = no_cell;  // the best move that this position has there
  for (Slot& slot : slots) {
    std::uint64_t of_slot;
    const Content content = content_of(slot, of_slot);
    const bool is_same = remembers(content) && of_slot == hash;
    const int depth = content.depth_and_bound / 4;
    const int rank = !remembers(content)         ? 0
                     : is_same                   ? -1
                     : content.search == search_ ? 1 + depths + depth
                                                 : 1 + depth;
    if (worst != nullptr && rank >= least) continue;
    worst = &slot;
    least = rank;
    known = is_same ? content.best : no_cell;
  }
  const auto content =
      std::bit_cast<std::uint64_t>(Content{.search = search_ & last_search,
                                           .depth_and_bound = static_cast<std::uint8_t>(
                                               entry.depth << 2 | static_cast<int>(entry.bound)),
                                           .score = entry.score,
                                           .best = entry.best == no_cell ? known : entry.best});
  worst->sealed_hash.store(hash ^ content, std::memory_order_relaxed);
  worst->content.store(content, std::memory_order_relaxed);
}

}  // namespace hilltop::gomoku
