#pragma once
#include <array>
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

// Remembers positions within one search. It has a fixed size, and forgets all when a search begins,
// so that a move depends on nothing that was searched before.
class TranspositionTable {
 public:
  static constexpr std::size_t default_buckets = std::size_t{1} << 15;  // 2 MB

  explicit TranspositionTable(std::size_t buckets = default_buckets);  // a power of two

  void forget();
  // Fetches from memory what find() will look at.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&bucket(hash)); }
  std::optional<TableEntry> find(std::uint64_t hash) const;
  // Replaces what the bucket has of this position, else of an earlier search, else of the least
  // depth.
  void store(std::uint64_t hash, const TableEntry& entry);

 private:
  static constexpr int search_bits = 24;
  static constexpr std::uint32_t last_search = (1 << search_bits) - 1;
  struct Slot {
    std::uint64_t hash = 0;
    std::uint32_t search : search_bits = 0;  // the number of the search that stored it; 0: none
    std::uint32_t depth_and_bound : 8 = 0;
    std::int16_t score = 0;
    CellIndex best = no_cell;
  };
  static constexpr std::size_t bucket_slots = 4;
  struct alignas(64) Bucket {
    std::array<Slot, bucket_slots> slots;
  };
  static_assert(sizeof(Bucket) == 64, "a line of the cache");

  const Bucket& bucket(std::uint64_t hash) const { return buckets_[hash & (buckets_.size() - 1)]; }

  std::vector<Bucket> buckets_;
  std::uint32_t search_ = 1;
};

}  // namespace hilltop::gomoku
