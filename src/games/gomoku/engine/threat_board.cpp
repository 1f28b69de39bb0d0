#include "games/gomoku/engine/threat_board.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace hilltop::gomoku {
namespace {

constexpr int cell_bits = 2;
constexpr std::uint64_t cell_mask = 3;

// Where a cell is on the line through it in one direction.
struct LinePlace {
  std::uint8_t line;      // number of the line among those of its direction
  std::uint8_t position;  // 0 for the first cell of the line
};

template <int Size, int Reach>
struct Geometry {
  static constexpr std::size_t points = cell_count<Size>;
  std::array<std::array<LinePlace, directions.size()>, points> places;
  std::array<CellSet<Size>, points> around;  // within Reach cells on any line
  std::array<CellSet<Size>, points> near;
  std::array<std::array<std::uint64_t, points>, 2> keys;  // by colour: for the hash
};

template <int Size, int Reach>
constexpr Geometry<Size, Reach> geometry = [] {
  Geometry<Size, Reach> made{};
  const auto inside = [](Point point) {
    return 0 <= point.x && point.x < Size && 0 <= point.y && point.y < Size;
  };
  for (CellIndex cell = 0; cell < made.points; ++cell) {
    const Point point = point_of(cell, Size);
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const auto step = directions[d];
      const auto at = [&](int steps) {
        return Point{point.x + steps * step.x, point.y + steps * step.y};
      };
      int before = 0;
      while (inside(at(-before - 1))) ++before;
      const Point first = at(-before);
      const int line = d == 0   ? first.y
                       : d == 1 ? first.x
                       : d == 2 ? first.x - first.y + Size - 1
                                : first.x + first.y;
      made.places[cell][d] = {static_cast<std::uint8_t>(line), static_cast<std::uint8_t>(before)};
      for (int i = -Reach; i <= Reach; ++i) {
        if (i == 0 || !inside(at(i))) continue;
        made.around[cell].add(cell_of(at(i), Size));
        if (-3 <= i && i <= 3) made.near[cell].add(cell_of(at(i), Size));
      }
    }
    for (int dx = -2; dx <= 2; ++dx)
      for (int dy = -2; dy <= 2; ++dy)
        if (const Point beside{point.x + dx, point.y + dy}; inside(beside))
          made.near[cell].add(cell_of(beside, Size));
    for (const Colour colour : {Colour::black, Colour::white})
      made.keys[static_cast<std::size_t>(colour)][cell] = stone_key(cell, colour);
  }
  return made;
}();

// The neighbours of a cell without the cell, the first of the stretch in the lowest bits.
template <int Reach>
Neighbours neighbours_in(std::uint64_t stretch) {
  constexpr Neighbours before = (Neighbours{1} << (cell_bits * Reach)) - 1;
  constexpr Neighbours after = before << (cell_bits * Reach);
  return (static_cast<Neighbours>(stretch) & before) |
         (static_cast<Neighbours>(stretch >> cell_bits) & after);
}
template <int Reach>
Neighbours neighbours_at(std::uint64_t line, int position) {
  return neighbours_in<Reach>(line >> (cell_bits * position));
}

// A stone and the cells around it on a line, Reach on either side. A cell is named by the bit at
// which it begins in the stretch, so that the cells that are empty need not be counted off.
template <int Size, int Reach>
struct Stretch {
  static constexpr std::size_t bits = cell_bits * (2 * Reach + 1);
  // Of each cell but the stone's.
  static constexpr std::uint64_t first_bits =
      (0x5555555555555555 & ((std::uint64_t{1} << bits) - 1)) ^
      (std::uint64_t{1} << (cell_bits * Reach));
  // A line, and what is beyond its ends.
  static_assert(cell_bits * (Size + 2 * Reach) <= 64);

  // How far the cell is from the stone, by direction.
  std::array<std::array<std::int16_t, bits>, directions.size()> offsets;
  // The stone as it is among the neighbours of the cell, by its colour.
  std::array<std::array<Neighbours, bits>, 2> stones;
};

template <int Size, int Reach>
constexpr Stretch<Size, Reach> stretch = [] {
  Stretch<Size, Reach> made{};
  for (int i = -Reach; i <= Reach; ++i) {
    if (i == 0) continue;
    const auto bit = static_cast<std::size_t>(cell_bits * (i + Reach));
    const int place = i < 0 ? Reach - 1 - i : Reach - i;
    for (std::size_t d = 0; d < directions.size(); ++d)
      made.offsets[d][bit] =
          static_cast<std::int16_t>(i * (directions[d].x * Size + directions[d].y));
    for (std::size_t colour = 0; colour < 2; ++colour)
      made.stones[colour][bit] = static_cast<Neighbours>((colour + 1) << (cell_bits * place));
  }
  return made;
}();

}  // namespace

template <int Size, RowRule Rule>
ThreatBoard<Size, Rule>::ThreatBoard() : tables_(PatternTables<Rule>::shared()) {
  frames_.resize(points + 1);
  constexpr int reach = line_reach<Rule>;
  changes_.resize(points * 2 * reach * directions.size());
  marks_.resize(points + 1);
  for (auto& lines : lines_) lines.fill(~std::uint64_t{0});
  for (std::size_t cell = 0; cell < points; ++cell)
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const auto [line, position] = geometry<Size, line_reach<Rule>>.places[cell][d];
      lines_[d][line] &= ~(cell_mask << (cell_bits * (position + reach)));
    }
  for (std::size_t cell = 0; cell < points; ++cell)
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const LineScore& line = tables_.line(neighbours(static_cast<CellIndex>(cell), d));
      for (std::size_t mover = 0; mover < 2; ++mover)
        frames_[0].line_values[mover] += line.values[mover];
      patterns_[cell] += line.numbers;
    }
  for (const auto& patterns : patterns_)
    for (std::size_t of = 0; of < 2; ++of) frames_[0].sums[of] += tables_.sums(patterns[of], of);
}

template <int Size, RowRule Rule>
void ThreatBoard<Size, Rule>::set_up(const VariantBoard& board) {
  if (board.size() != Size) throw std::logic_error("the engine's board has another size");
  while (depth_ > 0) undo();
  for (const Point point : board.points())
    if (const auto colour = board.at(point)) lay(cell_of(point, Size), *colour);
}

template <int Size, RowRule Rule>
const CellSet<Size>& ThreatBoard<Size, Rule>::reachable(CellIndex cell) {
  return geometry<Size, line_reach<Rule>>.around[cell];
}

template <int Size, RowRule Rule>
std::uint64_t ThreatBoard<Size, Rule>::hash_with(CellIndex cell, Colour colour) const {
  return now().hash ^ geometry<Size, line_reach<Rule>>.keys[index(colour)][cell];
}

template <int Size, RowRule Rule>
Neighbours ThreatBoard<Size, Rule>::neighbours(CellIndex cell, std::size_t direction) const {
  const auto [line, position] = geometry<Size, line_reach<Rule>>.places[cell][direction];
  return neighbours_at<line_reach<Rule>>(lines_[direction][line], position);
}

template <int Size, RowRule Rule>
Patterns ThreatBoard<Size, Rule>::patterns(CellIndex cell, Colour colour) const {
  Patterns patterns{};
  if (forbidden(cell, colour)) return patterns;
  for (std::size_t d = 0; d < patterns.size(); ++d) {
    const PatternSum number = tables_.line(neighbours(cell, d)).numbers[index(colour)];
    patterns[d] = static_cast<Pattern>(std::ranges::lower_bound(pattern_numbers, number) -
                                       pattern_numbers.begin());
  }
  return patterns;
}

template <int Size, RowRule Rule>
CellSet<Size> ThreatBoard<Size, Rule>::empty_cells() const {
  Cells cells;
  for (std::size_t cell = 0; cell < points; ++cell) cells.add(static_cast<CellIndex>(cell));
  return cells -= now().occupied;
}

template <int Size, RowRule Rule>
CellSet<Size> ThreatBoard<Size, Rule>::threes(Colour colour) const {
  Cells cells;
  near_cells().for_each([&](CellIndex cell) {
    if (const Threat made = threat(cell, colour);
        made == Threat::three || made == Threat::double_three)
      cells.add(cell);
  });
  return cells;
}

template <int Size, RowRule Rule>
void ThreatBoard<Size, Rule>::lay(CellIndex cell, Colour colour) {
  lay_stone<true>(cell, colour);
}

template <int Size, RowRule Rule>
void ThreatBoard<Size, Rule>::lay_for_threats(CellIndex cell, Colour colour) {
  lay_stone<false>(cell, colour);
}

// Returns a frame for the position after a stone, in which sums and groups are those before it.
template <int Size, RowRule Rule>
ThreatBoard<Size, Rule>::Frame& ThreatBoard<Size, Rule>::add_frame(CellIndex cell, Colour colour) {
  Frame& frame = frames_[static_cast<std::size_t>(depth_) + 1];
  frame = now();
  frame.cell = cell;
  frame.colour = colour;
  frame.hash ^= geometry<Size, line_reach<Rule>>.keys[index(colour)][cell];
  frame.occupied.add(cell);
  frame.near |= geometry<Size, line_reach<Rule>>.near[cell];
  return frame;
}

template <int Size, RowRule Rule>
template <bool Valued>
void ThreatBoard<Size, Rule>::lay_stone(CellIndex cell, Colour colour) {
  const auto depth = static_cast<std::size_t>(depth_);
  constexpr int reach = line_reach<Rule>;
  using Around = Stretch<Size, reach>;
  const PatternTables<Rule>& tables = tables_;  // in a register, as are the copies below
  Frame& frame = add_frame(cell, colour);
  CellSums black_sums = frame.sums[0], white_sums = frame.sums[1];
  LineValues line_values;

  // The cell is no longer empty: its values and threats go.
  const PatternSums own = patterns_[cell];
  if constexpr (Valued) {
    black_sums -= tables.sums(own[0], 0);
    white_sums -= tables.sums(own[1], 1);
  }
  for (std::size_t of = 0; of < 2; ++of)
    frame.regroup(cell, of, tables.group(own[of], of), no_group);

  Change* change = changes_.data() + marks_[depth];
  for (std::size_t d = 0; d < directions.size(); ++d) {
    const auto [line_number, position] = geometry<Size, line_reach<Rule>>.places[cell][d];
    std::uint64_t& line = lines_[d][line_number];
    if constexpr (Valued) line_values -= tables.line(neighbours_at<reach>(line, position)).values;
    // The stretch with as many cells on either side as a line can tell.
    const std::uint64_t seen = std::rotl(line, cell_bits * (reach - position));
    line |= (index(colour) + 1) << (cell_bits * (position + reach));
    for (std::uint64_t empty = ~(seen | seen >> 1) >> (cell_bits * reach) & Around::first_bits;
         empty != 0; empty &= empty - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(empty));
      const auto at = static_cast<CellIndex>(cell + stretch<Size, reach>.offsets[d][bit]);
      const Neighbours neighbours = neighbours_in<reach>(seen >> bit);
      const LineScore& line_before = tables.line(neighbours);
      const LineScore& line_after =
          tables.line(neighbours | stretch<Size, reach>.stones[index(colour)][bit]);
      const PatternSums patterns_before = patterns_[at];
      PatternSums patterns_after = patterns_before;
      patterns_after += line_after.numbers;
      patterns_after -= line_before.numbers;
      patterns_[at] = patterns_after;
      *change++ = {at, patterns_before};
      if constexpr (Valued) {
        (line_values += line_after.values) -= line_before.values;
        (black_sums += tables.sums(patterns_after[0], 0)) -= tables.sums(patterns_before[0], 0);
        (white_sums += tables.sums(patterns_after[1], 1)) -= tables.sums(patterns_before[1], 1);
      }
      for (std::size_t of = 0; of < 2; ++of)
        frame.regroup(at, of, tables.group(patterns_before[of], of),
                      tables.group(patterns_after[of], of));
    }
  }
  if constexpr (Valued) {
    frame.sums = {black_sums, white_sums};
    for (std::size_t mover = 0; mover < 2; ++mover) frame.line_values[mover] += line_values[mover];
  }
  marks_[depth + 1] = static_cast<std::size_t>(change - changes_.data());
  ++depth_;
}

template <int Size, RowRule Rule>
void ThreatBoard<Size, Rule>::undo() {
  const Frame& frame = now();
  for (std::size_t d = 0; d < directions.size(); ++d) {
    const auto [line, position] = geometry<Size, line_reach<Rule>>.places[frame.cell][d];
    lines_[d][line] ^= (index(frame.colour) + 1) << (cell_bits * (position + line_reach<Rule>));
  }
  --depth_;
  const auto depth = static_cast<std::size_t>(depth_);
  for (std::size_t i = marks_[depth]; i < marks_[depth + 1]; ++i)
    patterns_[changes_[i].cell] = changes_[i].before;
}

template <int Size, RowRule Rule>
CellSet<Size> ThreatBoard<Size, Rule>::defences(CellIndex cell, Colour colour) const {
  constexpr int reach = line_reach<Rule>;
  const std::size_t of = index(colour);
  const Neighbours stone = static_cast<Neighbours>(index(other(colour))) + 1;
  Cells cells;
  cells.add(cell);
  for (std::size_t d = 0; d < directions.size(); ++d) {
    const Neighbours now = neighbours(cell, d);
    const PatternSum number = tables_.line(now).numbers[of];
    if (number < pattern_numbers[static_cast<std::size_t>(Pattern::four)]) continue;
    for (std::size_t place = 0; place < 2 * reach; ++place) {
      const std::size_t shift = cell_bits * place;
      if ((now >> shift & cell_mask) != 0) continue;
      const Neighbours then = now | stone << shift;
      const int left = patterns_[cell][of] - number + tables_.line(then).numbers[of];
      if (tables_.threat(static_cast<PatternSum>(left), of) >= Threat::open_four) continue;
      const std::size_t bit = shift + (place < reach ? 0 : cell_bits);
      cells.add(static_cast<CellIndex>(cell + stretch<Size, reach>.offsets[d][bit]));
    }
  }
  return cells;
}

template <int Size, RowRule Rule>
CellSet<Size> ThreatBoard<Size, Rule>::worthy_cells(Colour mover) const {
  const Colour opponent = other(mover);
  if (fives(opponent).any()) return fives(opponent);
  const Cells& threats = cells(opponent, ThreatGroup::open_four);
  if (threats.empty() || any(mover, ThreatGroup::open_four)) return near_cells();
  Cells rest = threats;
  Cells worthy = defences(rest.take(), opponent);
  while (rest.any()) worthy &= defences(rest.take(), opponent);
  worthy |= fours(mover);
  return worthy.any() ? worthy : threats;
}

template class ThreatBoard<15>;
template class ThreatBoard<20>;
template class ThreatBoard<15, RowRule::exactly_five>;
template class ThreatBoard<20, RowRule::exactly_five>;
template class ThreatBoard<15, RowRule::renju>;
template class ThreatBoard<20, RowRule::renju>;

}  // namespace hilltop::gomoku
