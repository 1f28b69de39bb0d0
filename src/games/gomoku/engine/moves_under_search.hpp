#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace hilltop::gomoku {

// Tells the threads of a search which moves others are searching, so that they take the rest first
// and find these in the table (T. Kerrigan, "Simplified ABDADA", 2017). It is a hint: of moves that
// share a slot only one is known.
class MovesUnderSearch {
 public:
  // A move to the position of a hash, searched to a depth.
  static std::uint64_t key(std::uint64_t hash, int depth) {
    return hash ^ static_cast<std::uint64_t>(depth) * 0x9e3779b97f4a7c15;
  }

  bool has(std::uint64_t key) const {
    return slots_[key >> shift].load(std::memory_order_relaxed) == key;
  }

  // Says that a move is searched, while the object lives.
  class Note {
   public:
    Note(MovesUnderSearch& moves, std::uint64_t key) : slot_(moves.slots_[key >> shift]) {
      std::uint64_t none = 0;
      is_mine_ = slot_.compare_exchange_strong(none, key, std::memory_order_relaxed);
    }
    ~Note() {
      if (is_mine_) slot_.store(0, std::memory_order_relaxed);
    }
    Note(const Note&) = delete;
    Note& operator=(const Note&) = delete;

   private:
    std::atomic<std::uint64_t>& slot_;
    bool is_mine_;
  };

 private:
  static constexpr int slot_bits = 12, shift = 64 - slot_bits;

  std::array<std::atomic<std::uint64_t>, std::size_t{1} << slot_bits> slots_{};
};

}  // namespace hilltop::gomoku
