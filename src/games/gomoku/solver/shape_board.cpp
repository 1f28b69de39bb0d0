#include "games/gomoku/solver/shape_board.hpp"

#include <algorithm>

namespace hilltop::gomoku {
namespace {

constexpr std::uint32_t wall = 3;

// Computed once per process.
template <int Reach, bool Exactly, unsigned Own>
const Pattern* lines() {
  static const std::vector<Pattern> patterns = line_patterns(Reach, Exactly, Own);
  return patterns.data();
}

}  // namespace

ShapeBoard::Best ShapeBoard::best_of(PackedPatterns patterns, bool forbids) {
  int fours = 0, threes = 0, overlines = 0;
  for (std::size_t d = 0; d < directions.size(); ++d) {
    switch (pattern_in(patterns, d)) {
      case Pattern::five: return Best::five;
      case Pattern::two_fours: fours += 2; break;
      case Pattern::open_four:
      case Pattern::four: ++fours; break;
      case Pattern::wide_three:
      case Pattern::open_three: ++threes; break;
      case Pattern::overline: ++overlines; break;
      default: break;
    }
  }
  if (forbids && (overlines > 0 || fours > 1)) return Best::forbidden;
  return fours > 0 ? Best::four : threes > 0 ? Best::three : Best::nothing;
}

// `forbids`: the table is for Black under renju.
const ShapeBoard::Best* ShapeBoard::best_table(bool forbids) {
  const auto made = [](bool forbidding) {
    std::vector<Best> table;
    for (std::uint32_t patterns = 0; patterns < 1 << (4 * directions.size()); ++patterns)
      table.push_back(best_of(static_cast<PackedPatterns>(patterns), forbidding));
    return table;
  };
  static const std::vector<Best> plain = made(false), forbidding = made(true);
  return forbids ? forbidding.data() : plain.data();
}

ShapeBoard::ShapeBoard(const VariantBoard& board)
    : board_(board.variant()),
      size_(board.size()),
      neighbours_(static_cast<std::size_t>(size_ * size_)),
      keys_(neighbours_.size()),
      patterns_(neighbours_.size()),
      empty_(neighbours_.size(), 1) {
  const RowRule rows = board.variant().rows;
  const bool renju = rows == RowRule::renju;
  lines_ = {rows == RowRule::five_or_more ? lines<reach, false, 1>() : lines<reach, true, 1>(),
            rows == RowRule::exactly_five ? lines<reach, true, 2>() : lines<reach, false, 2>()};
  best_ = {best_table(renju), best_table(false)};
  for (const Point point : board.points()) {
    const CellIndex cell = cell_of(point, size_);
    for (std::size_t d = 0; d < directions.size(); ++d)
      for (std::size_t i = 0; i < neighbour_count; ++i) {
        const int offset = static_cast<int>(i) - reach + (i < reach ? 0 : 1);
        const Point other{point.x + offset * directions[d].x, point.y + offset * directions[d].y};
        const bool inside = board.inside(other);
        neighbours_[cell][d][i] = inside ? cell_of(other, size_) : no_cell;
        if (!inside) keys_[cell][d] |= wall << (2 * i);
      }
    enlist(cell);
  }
  for (const Point point : board.points())
    if (const auto colour = board.at(point)) lay(cell_of(point, size_), *colour);
}

// Puts an empty cell into the sets of both colours.
void ShapeBoard::enlist(CellIndex cell) {
  for (std::size_t of = 0; of < 2; ++of) {
    unsigned patterns = 0;
    for (std::size_t d = 0; d < directions.size(); ++d)
      patterns |= static_cast<unsigned>(lines_[of][keys_[cell][d]]) << (4 * d);
    patterns_[cell][of] = static_cast<PackedPatterns>(patterns);
    sets_[of][static_cast<std::size_t>(best_[of][patterns])].add(cell);
  }
}

void ShapeBoard::strike(CellIndex cell) {
  for (std::size_t of = 0; of < 2; ++of)
    sets_[of][static_cast<std::size_t>(best_[of][patterns_[cell][of]])].remove(cell);
}

// A stone of the colour appears on the cell or goes from it: its neighbours change.
void ShapeBoard::toggle(CellIndex cell, Colour colour) {
  const std::uint32_t mark = static_cast<std::uint32_t>(index(colour)) + 1;
  hash_ ^= stone_key(cell, colour);
  for (std::size_t d = 0; d < directions.size(); ++d)
    for (std::size_t i = 0; i < neighbour_count; ++i) {
      const CellIndex other = neighbours_[cell][d][i];
      if (other == no_cell) continue;
      std::uint32_t& key = keys_[other][d];
      key ^= mark << (2 * (neighbour_count - 1 - i));
      if (!free(other)) continue;
      for (std::size_t of = 0; of < 2; ++of) {
        PackedPatterns& patterns = patterns_[other][of];
        const unsigned difference =
            static_cast<unsigned>(pattern_in(patterns, d)) ^ static_cast<unsigned>(lines_[of][key]);
        if (difference == 0) continue;
        const Best before = best_[of][patterns];
        patterns = static_cast<PackedPatterns>(patterns ^ (difference << (4 * d)));
        const Best after = best_[of][patterns];
        if (before == after) continue;
        sets_[of][static_cast<std::size_t>(before)].remove(other);
        sets_[of][static_cast<std::size_t>(after)].add(other);
      }
    }
}

void ShapeBoard::lay(CellIndex cell, Colour colour) {
  strike(cell);
  empty_[cell] = 0;
  board_.lay(point_of(cell, size_), colour);
  toggle(cell, colour);
  laid_.push_back({cell, colour});
}

void ShapeBoard::undo() {
  const auto [cell, colour] = laid_.back();
  laid_.pop_back();
  toggle(cell, colour);
  board_.take(point_of(cell, size_));
  empty_[cell] = 1;
  enlist(cell);
}

Patterns ShapeBoard::patterns(CellIndex cell, Colour colour) const {
  Patterns patterns;
  for (std::size_t d = 0; d < patterns.size(); ++d)
    patterns[d] = pattern_in(patterns_[cell][index(colour)], d);
  return patterns;
}

bool ShapeBoard::legal(CellIndex cell, Colour colour) const {
  if (!free(cell)) return false;
  if (board_.variant().rows != RowRule::renju || colour == Colour::white) return true;
  if (best(cell, colour) == Best::five) return true;
  if (best(cell, colour) == Best::forbidden) return false;
  const Patterns made = patterns(cell, colour);
  return std::ranges::count(made, Pattern::open_three) +
                 std::ranges::count(made, Pattern::wide_three) <
             2 ||
         !board_.forbidden(point_of(cell, size_), colour);
}

}  // namespace hilltop::gomoku
