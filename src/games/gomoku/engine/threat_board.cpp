#include "games/gomoku/engine/threat_board.hpp"

#include <algorithm>

namespace hilltop::gomoku {
namespace {

constexpr int reach = row_to_win - 1;
constexpr int cell_bits = 2;
constexpr std::uint64_t cell_mask = 3;

// Where a cell is on the line through it in one direction.
struct LinePlace {
  std::uint8_t line;      // number of the line among those of its direction
  std::uint8_t position;  // 0 for the first cell of the line
  std::uint8_t length;    // of the line
};

struct Geometry {
  std::array<std::array<LinePlace, directions.size()>, board_points> places;
  std::array<std::array<CellSet, directions.size()>, board_points> reachable;  // within four cells
  std::array<CellSet, board_points> around;  // within four cells on any line
  std::array<CellSet, board_points> near;
  std::array<std::array<std::uint64_t, board_points>, 2> keys;  // by colour: for the hash
};

constexpr int step_of(std::size_t direction) {
  return directions[direction].x * board_size + directions[direction].y;
}

// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
constexpr std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

constexpr Geometry geometry = [] {
  Geometry made{};
  for (std::size_t cell = 0; cell < board_points; ++cell) {
    const Point point = all_points[cell];
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const auto [dx, dy] = directions[d];
      const auto at = [&](int steps) { return Point{point.x + steps * dx, point.y + steps * dy}; };
      int before = 0, after = 0;
      while (on_board(at(-before - 1))) ++before;
      while (on_board(at(after + 1))) ++after;
      const Point first = at(-before);
      const int line = d == 0   ? first.y
                       : d == 1 ? first.x
                       : d == 2 ? first.x - first.y + board_size - 1
                                : first.x + first.y;
      made.places[cell][d] = {static_cast<std::uint8_t>(line), static_cast<std::uint8_t>(before),
                              static_cast<std::uint8_t>(before + 1 + after)};
      for (int i = -reach; i <= reach; ++i) {
        if (i == 0 || !on_board(at(i))) continue;
        made.reachable[cell][d].add(cell_of(at(i)));
        made.around[cell].add(cell_of(at(i)));
        if (-3 <= i && i <= 3) made.near[cell].add(cell_of(at(i)));
      }
    }
    for (int dx = -2; dx <= 2; ++dx)
      for (int dy = -2; dy <= 2; ++dy)
        if (const Point beside{point.x + dx, point.y + dy}; on_board(beside))
          made.near[cell].add(cell_of(beside));
    for (std::size_t colour = 0; colour < 2; ++colour)
      made.keys[colour][cell] = mixed(2 * cell + colour + 1);
  }
  return made;
}();

// The neighbours of a cell on its line, without the cell.
std::uint16_t neighbours_at(std::uint64_t line, int position) {
  const std::uint64_t seen = line >> (cell_bits * position);
  return static_cast<std::uint16_t>((seen & 0xff) | ((seen >> cell_bits) & 0xff00));
}

}  // namespace

ThreatBoard::ThreatBoard() : tables_(PatternTables::shared()) {
  frames_.resize(board_points + 1);
  changes_.resize(static_cast<std::size_t>(board_points) * 2 * reach * directions.size());
  marks_.resize(board_points + 1);
  for (auto& lines : lines_) lines.fill(~std::uint64_t{0});
  for (std::size_t cell = 0; cell < board_points; ++cell)
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const auto [line, position, length] = geometry.places[cell][d];
      lines_[d][line] &= ~(cell_mask << (cell_bits * (position + reach)));
    }
  for (std::size_t cell = 0; cell < board_points; ++cell)
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const std::uint16_t around = neighbours(static_cast<CellIndex>(cell), d);
      const unsigned pair = tables_.of_neighbours(around);
      for (std::size_t mover = 0; mover < 2; ++mover)
        frames_[0].line_values[mover] += tables_.line_values(around)[mover];
      patterns_[cell][0] = static_cast<PatternsOfCell>(patterns_[cell][0] | (pair & 15) << (4 * d));
      patterns_[cell][1] = static_cast<PatternsOfCell>(patterns_[cell][1] | (pair >> 4) << (4 * d));
    }
  for (const auto& patterns : patterns_)
    for (std::size_t of = 0; of < 2; ++of)
      for (std::size_t i = 0; i < cell_sums; ++i)
        frames_[0].sums[of][i] += tables_.score(patterns[of]).sums[i];
}

void ThreatBoard::set_up(const Board& board) {
  while (depth_ > 0) undo();
  for (const Point point : all_points)
    if (const auto colour = board.at(point)) lay(cell_of(point), *colour);
}

const CellSet& ThreatBoard::reachable(CellIndex cell) { return geometry.around[cell]; }

std::uint64_t ThreatBoard::hash_with(CellIndex cell, Colour colour) const {
  return now().hash ^ geometry.keys[index(colour)][cell];
}

std::uint16_t ThreatBoard::neighbours(CellIndex cell, std::size_t direction) const {
  const auto [line, position, length] = geometry.places[cell][direction];
  return neighbours_at(lines_[direction][line], position);
}

CellSet ThreatBoard::empty_cells() const {
  CellSet cells;
  for (std::size_t cell = 0; cell < board_points; ++cell) cells.add(static_cast<CellIndex>(cell));
  return cells -= now().occupied;
}

void ThreatBoard::lay(CellIndex cell, Colour colour) {
  const auto depth = static_cast<std::size_t>(depth_);
  Frame& frame = frames_[depth + 1];
  frame = frames_[depth];
  frame.cell = cell;
  frame.colour = colour;
  frame.hash ^= geometry.keys[index(colour)][cell];
  frame.occupied.add(cell);
  frame.near |= geometry.near[cell];

  // The cell is no longer empty: its values and threats go.
  const PatternScore &black = tables_.score(patterns_[cell][0]),
                     &white = tables_.score(patterns_[cell][1]);
  auto sums = frame.sums;  // copies are kept in registers
  auto line_values = frame.line_values;
  const auto replace_line = [&](std::uint16_t before, std::uint16_t after) {
    for (std::size_t mover = 0; mover < 2; ++mover)
      line_values[mover] += tables_.line_values(after)[mover] - tables_.line_values(before)[mover];
  };
  for (std::size_t i = 0; i < cell_sums; ++i) {
    sums[0][i] -= black.sums[i];
    sums[1][i] -= white.sums[i];
  }
  if (black.group != no_group) frame.groups[0][black.group].remove(cell);
  if (white.group != no_group) frame.groups[1][white.group].remove(cell);

  Change* change = changes_.data() + marks_[depth];
  for (std::size_t d = 0; d < directions.size(); ++d) {
    const auto [line_number, position, length] = geometry.places[cell][d];
    std::uint64_t& line = lines_[d][line_number];
    const std::uint64_t line_before = line;
    for (std::size_t mover = 0; mover < 2; ++mover)
      line_values[mover] -= tables_.line_values(neighbours_at(line, position))[mover];
    line |= (index(colour) + 1) << (cell_bits * (position + reach));
    const int from = std::max(0, position - reach), to = std::min(length - 1, position + reach);
    int at = cell + (from - position) * step_of(d);
    for (int i = from; i <= to; ++i, at += step_of(d)) {
      if (((line >> (cell_bits * (i + reach))) & cell_mask) != 0) continue;
      const std::uint16_t neighbours = neighbours_at(line, i);
      replace_line(neighbours_at(line_before, i), neighbours);
      const unsigned pair = tables_.of_neighbours(neighbours);
      auto& patterns = patterns_[static_cast<std::size_t>(at)];
      const unsigned shift = static_cast<unsigned>(4 * d);
      const unsigned difference_black = ((patterns[0] >> shift) ^ pair) & 15;
      const unsigned difference_white = ((patterns[1] >> shift) ^ (pair >> 4)) & 15;
      if ((difference_black | difference_white) == 0) continue;
      *change++ = {static_cast<CellIndex>(at), patterns};
      const auto replace = [&](std::size_t of, unsigned difference) {
        if (difference == 0) return;
        const PatternScore& before = tables_.score(patterns[of]);
        patterns[of] = static_cast<PatternsOfCell>(patterns[of] ^ (difference << shift));
        const PatternScore& after = tables_.score(patterns[of]);
        for (std::size_t n = 0; n < cell_sums; ++n) sums[of][n] += after.sums[n] - before.sums[n];
        if (before.group == after.group) return;
        if (before.group != no_group)
          frame.groups[of][before.group].toggle(static_cast<CellIndex>(at));
        if (after.group != no_group)
          frame.groups[of][after.group].toggle(static_cast<CellIndex>(at));
      };
      replace(0, difference_black);
      replace(1, difference_white);
    }
  }
  frame.sums = sums;
  frame.line_values = line_values;
  marks_[depth + 1] = static_cast<std::size_t>(change - changes_.data());
  ++depth_;
}

void ThreatBoard::undo() {
  const Frame& frame = now();
  for (std::size_t d = 0; d < directions.size(); ++d) {
    const auto [line, position, length] = geometry.places[frame.cell][d];
    lines_[d][line] ^= (index(frame.colour) + 1) << (cell_bits * (position + reach));
  }
  --depth_;
  const auto depth = static_cast<std::size_t>(depth_);
  for (std::size_t i = marks_[depth]; i < marks_[depth + 1]; ++i)
    patterns_[changes_[i].cell] = changes_[i].before;
}

CellSet ThreatBoard::defences(CellIndex cell, Colour colour) const {
  CellSet cells;
  const PatternsOfCell made = patterns(cell, colour);
  for (std::size_t d = 0; d < directions.size(); ++d)
    if (const Pattern pattern = pattern_in(made, d);
        pattern == Pattern::four || pattern == Pattern::open_four)
      cells |= geometry.reachable[cell][d];
  cells -= now().occupied;
  cells.add(cell);
  return cells;
}

CellSet ThreatBoard::worthy_cells(Colour mover) const {
  const Colour opponent = other(mover);
  if (const CellSet& fives = cells(opponent, ThreatGroup::five); fives.any()) return fives;
  const CellSet& threats = cells(opponent, ThreatGroup::open_four);
  if (threats.empty() || any(mover, ThreatGroup::open_four)) return near_cells();
  CellSet rest = threats;
  CellSet worthy = defences(rest.take(), opponent);
  while (rest.any()) worthy &= defences(rest.take(), opponent);
  return worthy | fours(mover);
}

}  // namespace hilltop::gomoku
