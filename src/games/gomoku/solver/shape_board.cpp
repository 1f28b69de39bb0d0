#include "games/gomoku/solver/shape_board.hpp"

#include <algorithm>

namespace hilltop::gomoku {
namespace {

constexpr std::uint32_t wall = 3;

// The neighbour number i lies this far along the line.
constexpr int offset_of(std::size_t i) {
  return static_cast<int>(i) - static_cast<int>(shape_reach) + (i < shape_reach ? 0 : 1);
}
// The number by which that neighbour has this spot.
constexpr std::size_t opposite(std::size_t i) { return 2 * shape_reach - 1 - i; }

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}
std::uint64_t key_of(Spot spot, Colour colour) {
  return mixed(2 * static_cast<std::uint64_t>(spot) + static_cast<std::uint64_t>(colour) + 1);
}

int count_of(ShapesOfCell shapes, Shape from, Shape to) {
  int count = 0;
  for (std::size_t d = 0; d < directions.size(); ++d)
    count += from <= shape_in(shapes, d) && shape_in(shapes, d) <= to;
  return count;
}

// Counts two fours on one line as two.
int fours_of(ShapesOfCell shapes) {
  return count_of(shapes, Shape::four, Shape::two_fours) +
         count_of(shapes, Shape::two_fours, Shape::two_fours);
}

Shape best_of(ShapesOfCell shapes, bool forbids) {
  Shape best = Shape::none;
  for (std::size_t d = 0; d < directions.size(); ++d)
    if (shape_in(shapes, d) != Shape::overline) best = std::max(best, shape_in(shapes, d));
  if (!forbids || best == Shape::five) return best;
  const bool over = count_of(shapes, Shape::overline, Shape::overline) > 0;
  return over || fours_of(shapes) > 1 ? Shape::overline : best;
}

// `forbids`: the table is for Black under renju.
const Shape* best_shapes(bool forbids) {
  const auto made = [](bool forbidding) {
    std::vector<Shape> table(std::size_t{1} << (4 * directions.size()), Shape::none);
    for (std::size_t key = 0; key < table.size(); ++key) {
      const auto shapes = static_cast<ShapesOfCell>(key);
      if (count_of(shapes, Shape::none, Shape::overline) == static_cast<int>(directions.size()))
        table[key] = best_of(shapes, forbidding);
    }
    return table;
  };
  static const std::vector<Shape> plain = made(false), forbidding = made(true);
  return forbids ? forbidding.data() : plain.data();
}

}  // namespace

ShapeBoard::ShapeBoard(const VariantBoard& board)
    : board_(board.variant()),
      size_(board.variant().size),
      neighbours_(static_cast<std::size_t>(size_ * size_)),
      keys_(neighbours_.size()),
      shapes_(neighbours_.size()),
      empty_(neighbours_.size(), 1) {
  const RowRule rows = board.variant().rows;
  const bool renju = rows == RowRule::renju;
  tables_ = {&ShapeTable::shared(rows != RowRule::five_or_more, 1),
             &ShapeTable::shared(rows == RowRule::exactly_five, 2)};
  best_ = {best_shapes(renju), best_shapes(false)};
  for (const Point point : board.points()) {
    const Spot spot = spot_of(point);
    for (std::size_t d = 0; d < directions.size(); ++d) {
      keys_[spot][d] = 0;
      for (std::size_t i = 0; i < 2 * shape_reach; ++i) {
        const Point other{point.x + offset_of(i) * directions[d].x,
                          point.y + offset_of(i) * directions[d].y};
        const bool inside = board.inside(other);
        neighbours_[spot][d][i] = inside ? spot_of(other) : no_spot;
        if (!inside) keys_[spot][d] |= wall << (2 * i);
      }
    }
  }
  for (Spot spot = 0; spot < spots(); ++spot) enlist(spot);
  for (const Point point : board.points())
    if (const auto colour = board.at(point)) lay(spot_of(point), *colour);
}

ShapesOfCell ShapeBoard::shapes_from_keys(Spot spot, std::size_t of) const {
  unsigned shapes = 0;
  for (std::size_t d = 0; d < directions.size(); ++d)
    shapes |= static_cast<unsigned>(tables_[of]->of_neighbours(keys_[spot][d])) << (4 * d);
  return static_cast<ShapesOfCell>(shapes);
}

// Puts an empty spot into the sets of both colours.
void ShapeBoard::enlist(Spot spot) {
  for (std::size_t of = 0; of < 2; ++of) {
    shapes_[spot][of] = shapes_from_keys(spot, of);
    sets_[of][static_cast<std::size_t>(best_[of][shapes_[spot][of]])].add(spot);
  }
}

void ShapeBoard::strike(Spot spot) {
  for (std::size_t of = 0; of < 2; ++of)
    sets_[of][static_cast<std::size_t>(best_[of][shapes_[spot][of]])].remove(spot);
}

// A stone of the colour appears on the spot or goes from it: its neighbours change.
void ShapeBoard::toggle(Spot spot, Colour colour) {
  const std::uint32_t mark = static_cast<std::uint32_t>(index(colour)) + 1;
  hash_ ^= key_of(spot, colour);
  for (std::size_t d = 0; d < directions.size(); ++d)
    for (std::size_t i = 0; i < 2 * shape_reach; ++i) {
      const Spot other = neighbours_[spot][d][i];
      if (other == no_spot) continue;
      std::uint32_t& key = keys_[other][d];
      key ^= mark << (2 * opposite(i));
      if (!free(other)) continue;
      for (std::size_t of = 0; of < 2; ++of) {
        ShapesOfCell& shapes = shapes_[other][of];
        const unsigned difference = ((static_cast<unsigned>(shapes) >> (4 * d)) & 15) ^
                                    static_cast<unsigned>(tables_[of]->of_neighbours(key));
        if (difference == 0) continue;
        const Shape before = best_[of][shapes];
        shapes = static_cast<ShapesOfCell>(shapes ^ (difference << (4 * d)));
        const Shape after = best_[of][shapes];
        if (before == after) continue;
        sets_[of][static_cast<std::size_t>(before)].remove(other);
        sets_[of][static_cast<std::size_t>(after)].add(other);
      }
    }
}

void ShapeBoard::lay(Spot spot, Colour colour) {
  strike(spot);
  empty_[spot] = 0;
  board_.lay(point_of(spot), colour);
  toggle(spot, colour);
  laid_.push_back({spot, colour});
}

void ShapeBoard::undo() {
  const auto [spot, colour] = laid_.back();
  laid_.pop_back();
  toggle(spot, colour);
  board_.take(point_of(spot));
  empty_[spot] = 1;
  enlist(spot);
}

bool ShapeBoard::legal(Spot spot, Colour colour) const {
  if (!free(spot)) return false;
  if (board_.variant().rows != RowRule::renju || colour == Colour::white) return true;
  if (best(spot, colour) == Shape::five) return true;
  if (best(spot, colour) == Shape::overline) return false;
  return count_of(shapes(spot, colour), Shape::three, Shape::three) < 2 ||
         !board_.forbidden(point_of(spot), colour);
}

}  // namespace hilltop::gomoku
