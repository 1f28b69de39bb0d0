#include "games/gomoku/solver/shape_tables.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace hilltop::gomoku {
namespace {

constexpr std::size_t neighbours = 2 * shape_reach;
constexpr std::size_t window = neighbours + 1;
constexpr int centre = static_cast<int>(shape_reach);

// A line as one colour sees it, as a number of ten digits.
enum Digit : std::uint8_t { empty, own_stone, blocked };
using Line = std::array<Digit, window>;

constexpr std::size_t power_of_three(std::size_t exponent) {
  return exponent == 0 ? 1 : 3 * power_of_three(exponent - 1);
}
constexpr std::size_t sights = power_of_three(neighbours);

// The neighbour with the number i, as a place in the window.
constexpr int place_of(std::size_t i) { return static_cast<int>(i < shape_reach ? i : i + 1); }

// The row of own stones that holds the place, which has one: where it begins and where it ends.
std::pair<int, int> row_at(const Line& line, int place) {
  int first = place, last = place;
  while (first > 0 && line[static_cast<std::size_t>(first - 1)] == own_stone) --first;
  while (last + 1 < static_cast<int>(window) &&
         line[static_cast<std::size_t>(last + 1)] == own_stone)
    ++last;
  return {first, last};
}

bool wins(int length, bool exactly) {
  return exactly ? length == row_to_win : length >= row_to_win;
}

constexpr std::uint32_t bit(int place) { return std::uint32_t{1} << place; }

// The empty places on which one more stone makes a winning row with the centre, as bits.
std::uint32_t fives_of(Line& line, bool exactly) {
  std::uint32_t places = 0;
  for (int place = centre - (row_to_win - 1); place < centre + row_to_win; ++place) {
    Digit& digit = line[static_cast<std::size_t>(place)];
    if (digit != empty) continue;
    digit = own_stone;
    const auto [first, last] = row_at(line, place);
    if (first <= centre && centre <= last && wins(last - first + 1, exactly)) places |= bit(place);
    digit = empty;
  }
  return places;
}

Shape shape_of(std::size_t sight, bool exactly, const std::vector<Shape>& known) {
  Line line;
  line[static_cast<std::size_t>(centre)] = own_stone;
  for (std::size_t i = 0, rest = sight; i < neighbours; ++i, rest /= 3)
    line[static_cast<std::size_t>(place_of(i))] = static_cast<Digit>(rest % 3);

  const auto [first, last] = row_at(line, centre);
  if (wins(last - first + 1, exactly)) return Shape::five;
  if (last - first + 1 > row_to_win) return Shape::overline;
  if (const std::uint32_t fives = fives_of(line, exactly); fives != 0) {
    if (std::popcount(fives) == 1) return Shape::four;
    const bool four_in_a_row = last - first + 1 == row_to_win - 1;
    return four_in_a_row && fives == (bit(first - 1) | bit(last + 1)) ? Shape::straight_four
                                                                      : Shape::two_fours;
  }
  // What one more stone on the line makes, seen from the centre.
  Shape best = Shape::none;
  for (std::size_t i = 1; i + 1 < neighbours; ++i) {
    if (line[static_cast<std::size_t>(place_of(i))] != empty) continue;
    const Shape next = known[sight + power_of_three(i)];
    if (next != Shape::overline) best = std::max(best, next);
  }
  switch (best) {
    case Shape::straight_four:
    case Shape::two_fours: return Shape::three;
    case Shape::four: return Shape::closed_three;
    case Shape::three: return Shape::two;
    default: return Shape::none;
  }
}

// A stone more is a digit 1 in place of a 0, so the sights that a sight leads to come after it.
std::vector<Shape> shapes_of_sights(bool exactly) {
  std::vector<Shape> shapes(sights);
  for (std::size_t sight = sights; sight-- > 0;) shapes[sight] = shape_of(sight, exactly, shapes);
  return shapes;
}

}  // namespace

ShapeTable::ShapeTable(bool exactly, unsigned own) : shapes_(std::size_t{1} << (2 * neighbours)) {
  const std::vector<Shape> of_sights = shapes_of_sights(exactly);
  for (std::size_t key = 0; key < shapes_.size(); ++key) {
    std::size_t sight = 0;
    for (std::size_t i = 0; i < neighbours; ++i) {
      const unsigned mark = (key >> (2 * i)) & 3;
      sight += power_of_three(i) * (mark == 0 ? empty : mark == own ? own_stone : blocked);
    }
    shapes_[key] = of_sights[sight];
  }
}

const ShapeTable& ShapeTable::shared(bool exactly, unsigned own) {
  if (exactly) {
    static const ShapeTable black(true, 1), white(true, 2);
    return own == 1 ? black : white;
  }
  static const ShapeTable black(false, 1), white(false, 2);
  return own == 1 ? black : white;
}

}  // namespace hilltop::gomoku
