#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/gomoku/solver/shape_tables.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

// The number of a point of the board: x * size + y.
using Spot = std::uint16_t;
constexpr Spot no_spot = 0xffff;

// A set of spots, as a bit for each.
class SpotSet {
 public:
  bool has(Spot spot) const { return ((words_[spot / 64] >> (spot % 64)) & 1) != 0; }
  void add(Spot spot) { words_[spot / 64] |= std::uint64_t{1} << (spot % 64); }
  void remove(Spot spot) { words_[spot / 64] &= ~(std::uint64_t{1} << (spot % 64)); }
  bool any() const {
    std::uint64_t all = 0;
    for (const std::uint64_t word : words_) all |= word;
    return all != 0;
  }
  int size() const {
    int size = 0;
    for (const std::uint64_t word : words_) size += std::popcount(word);
    return size;
  }
  Spot first() const {  // the set is not empty
    std::size_t i = 0;
    while (words_[i] == 0) ++i;
    return static_cast<Spot>(i * 64 + static_cast<std::size_t>(std::countr_zero(words_[i])));
  }
  Spot take() {  // removes the first spot and returns it; the set is not empty
    const Spot spot = first();
    words_[spot / 64] &= words_[spot / 64] - 1;
    return spot;
  }
  SpotSet& operator|=(const SpotSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  friend SpotSet operator|(SpotSet a, const SpotSet& b) { return a |= b; }

 private:
  static constexpr std::size_t words = (variant_points_max + 63) / 64;
  std::array<std::uint64_t, words> words_{};
};

// A board of a variant that knows at every moment what each empty spot would make for each colour.
// Stones come off in the reverse order in which they were laid.
class ShapeBoard {
 public:
  explicit ShapeBoard(const VariantBoard& board);

  const VariantBoard& board() const { return board_; }
  Spot spot_of(Point point) const { return static_cast<Spot>(point.x * size_ + point.y); }
  Point point_of(Spot spot) const { return {spot / size_, spot % size_}; }
  int spots() const { return size_ * size_; }

  void lay(Spot spot, Colour colour);  // the spot must be empty
  void undo();                         // takes the last stone off

  // Depends on the stones alone, not on their order.
  std::uint64_t hash() const { return hash_; }
  bool free(Spot spot) const { return empty_[spot] != 0; }

  // The empty spots whose best shape for the colour is this one. Spots that are forbidden to Black
  // by two fours or an overline are under Shape::overline; those with two threes are where they
  // would be without the rule.
  const SpotSet& spots(Colour colour, Shape best) const {
    return sets_[index(colour)][static_cast<std::size_t>(best)];
  }
  const SpotSet& fives(Colour colour) const { return spots(colour, Shape::five); }
  // The spots that make a four and no five.
  SpotSet fours(Colour colour) const {
    return spots(colour, Shape::four) | spots(colour, Shape::straight_four) |
           spots(colour, Shape::two_fours);
  }
  Shape best(Spot spot, Colour colour) const { return best_[index(colour)][shapes(spot, colour)]; }
  ShapesOfCell shapes(Spot spot, Colour colour) const { return shapes_[spot][index(colour)]; }

  // Exact, whatever the sets say.
  bool legal(Spot spot, Colour colour) const;

 private:
  static std::size_t index(Colour colour) { return static_cast<std::size_t>(colour); }
  void toggle(Spot spot, Colour colour);
  void enlist(Spot spot);
  void strike(Spot spot);
  ShapesOfCell shapes_from_keys(Spot spot, std::size_t of) const;

  struct Laid {
    Spot spot;
    Colour colour;
  };

  VariantBoard board_;
  int size_;
  std::array<const ShapeTable*, 2> tables_;  // by colour
  std::array<const Shape*, 2> best_;         // the best shape of a spot, by colour and ShapesOfCell
  std::vector<std::array<std::array<Spot, 2 * shape_reach>, directions.size()>> neighbours_;
  std::vector<std::array<std::uint32_t, directions.size()>> keys_;  // of ShapeTable
  std::vector<std::array<ShapesOfCell, 2>> shapes_;                 // of empty spots
  std::vector<std::uint8_t> empty_;                                 // by spot: 1 or 0
  std::array<std::array<SpotSet, shape_count>, 2> sets_;
  std::vector<Laid> laid_;
  std::uint64_t hash_ = 0;
};

}  // namespace hilltop::gomoku
