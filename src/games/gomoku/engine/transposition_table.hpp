#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/gomoku/engine/cell_set.hpp"

namespace hilltop::gomoku {

enum class ScoreBound : std::uint8_t { exact, lower, upper };

// What a search found of a position. Scores of wins count from this position.
struct TableEntry {
  std::int16_t score;
  CellIndex best;  // or no_cell
  std::uint8_t depth;
  ScoreBound bound;
};

// Remembers the positions of a search, or of the searches of a game. It has a fixed size. Threads
// of one search may share it: an entry that two of them wrote at once is not found.
class TranspositionTable {
 public:
  static constexpr std::size_t default_bytes = std::size_t{2} << 20;

  // Takes at most so many bytes, but at least one bucket of 64.
  explicit TranspositionTable(std::size_t bytes = default_bytes);

  // Begin a search, while no thread searches: without what was remembered, or with it.
  void forget();
  void keep();
  // Fetches from memory what find() will look at.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&bucket(hash)); }
  std::optional<TableEntry> find(std::uint64_t hash) const;
  // Replaces what the bucket has of this position, else what is forgotten, else of an earlier
  // search, else of the least depth.
  void store(std::uint64_t hash, const TableEntry& entry);

 private:
  static constexpr int search_bits = 24;
  static constexpr std::uint32_t last_search = (1 << search_bits) - 1;

  struct Content {
    std::uint32_t search : search_bits = 0;  // the number of the search that stored it; 0: none
    std::uint32_t depth_and_bound : 8 = 0;
    std::int16_t score = 0;
    CellIndex best = no_cell;
  };
  // The hash is kept as its exclusive or with the content, so halves of two entries fit no hash (R.
  // Hyatt and T. Mann, "A lockless transposition table implementation for parallel search chess
  // engines", ICGA Journal 25(1), 2002).
  struct Slot {
    std::atomic<std::uint64_t> sealed_hash = 0, content = 0;
  };
  static constexpr std::size_t bucket_slots = 4;
  struct alignas(64) Bucket {
    std::array<Slot, bucket_slots> slots;
  };
  static_assert(sizeof(Bucket) == 64, "a line of the cache");

  bool remembers(const Content& content) const { return content.search >= first_search_; }
  static Content content_of(const Slot& slot, std::uint64_t& hash);
  const Bucket& bucket(std::uint64_t hash) const { return buckets_[hash & (buckets_.size() - 1)]; }

  std::vector<Bucket> buckets_;
  std::uint32_t search_ = 1;
  std::uint32_t first_search_ = 1;  // of those that are remembered
};

}  // namespace hilltop::gomoku
