#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "games/gomoku/board.hpp"

namespace hilltop::gomoku {

// The number of a point of a board, in the order of its points (VariantBoard::points()).
using CellIndex = std::uint16_t;
constexpr CellIndex no_cell = std::numeric_limits<CellIndex>::max();

constexpr CellIndex cell_of(Point point, int size) {
  return static_cast<CellIndex>(point.x * size + point.y);
}
constexpr Point point_of(CellIndex cell, int size) { return {cell / size, cell % size}; }

template <int Size>
constexpr std::size_t cell_count = static_cast<std::size_t>(Size * Size);

// The part of a stone in the hash of a board, which is the exclusive or of those of all stones.
// (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.)
constexpr std::uint64_t stone_key(CellIndex cell, Colour colour) {
  std::uint64_t x = 2 * std::uint64_t{cell} + static_cast<std::uint64_t>(colour) + 1;
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// A set of cells of a board of Size x Size, as a bit for each.
template <int Size>
class CellSet {
 public:
  constexpr bool has(CellIndex cell) const { return ((words_[cell / 64] >> (cell % 64)) & 1) != 0; }
  constexpr bool empty() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words_) all |= word;
    return all == 0;
  }
  constexpr bool any() const { return !empty(); }

  constexpr CellIndex first() const {  // the set is not empty
    for (std::size_t i = 0; i + 1 < words; ++i)
      if (words_[i] != 0) return bit(i);
    return bit(words - 1);
  }
  constexpr int size() const {
    int size = 0;
    for (const std::uint64_t word : words_) size += std::popcount(word);
    return size;
  }

  constexpr void add(CellIndex cell) { words_[cell / 64] |= mask(cell); }
  constexpr void remove(CellIndex cell) { words_[cell / 64] &= ~mask(cell); }
  constexpr void toggle(CellIndex cell) { words_[cell / 64] ^= mask(cell); }
  constexpr CellIndex take() {  // removes the first cell and returns it; the set is not empty
    const CellIndex cell = first();
    words_[cell / 64] &= words_[cell / 64] - 1;
    return cell;
  }

  // Calls `take(cell)` for each cell, the first one first.
  template <typename Take>
  constexpr void for_each(const Take& take) const {
    for (std::size_t i = 0; i < words; ++i)
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1)
        take(static_cast<CellIndex>(64 * i + static_cast<std::size_t>(std::countr_zero(rest))));
  }

  constexpr CellSet& operator|=(const CellSet& other) {
    for (std::size_t i = 0; i < words; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  constexpr CellSet& operator&=(const CellSet& other) {
    for (std::size_t i = 0; i < words; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  constexpr CellSet& operator-=(const CellSet& other) {
    for (std::size_t i = 0; i < words; ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend constexpr CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend constexpr CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  friend constexpr CellSet operator-(CellSet a, const CellSet& b) { return a -= b; }
  friend bool operator==(const CellSet&, const CellSet&) = default;

 private:
  static constexpr std::uint64_t mask(CellIndex cell) { return std::uint64_t{1} << (cell % 64); }
  constexpr CellIndex bit(std::size_t word) const {
    return static_cast<CellIndex>(word * 64 +
                                  static_cast<std::size_t>(std::countr_zero(words_[word])));
  }

  static constexpr std::size_t words = (cell_count<Size> + 63) / 64;
  std::array<std::uint64_t, words> words_{};
};

}  // namespace hilltop::gomoku
