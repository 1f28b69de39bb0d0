#include "games/gomoku/engine/pattern_tables.hpp"

#include <algorithm>
#include <numeric>

#include "games/gomoku/engine/evaluation_values.hpp"

namespace hilltop::gomoku {
namespace {

constexpr std::size_t reach = row_to_win - 1;  // cells on either side that a row can take in
constexpr std::size_t neighbours = 2 * reach;
constexpr std::size_t window = neighbours + 1;

// The neighbours of a cell as one player sees them, as a number of eight digits.
enum Digit : std::uint8_t { empty, own, blocked };
constexpr std::size_t powers[] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};
constexpr std::size_t sights = powers[neighbours];

// The cells of a sight, its centre taken by the player.
std::array<Digit, window> cells_of(std::size_t sight) {
  std::array<Digit, window> cells;
  for (std::size_t i = 0; i < window; ++i) {
    if (i == reach) {
      cells[i] = own;
    } else {
      cells[i] = static_cast<Digit>(sight % 3);
      sight /= 3;
    }
  }
  return cells;
}

// Returns the pattern of a sight, given those of all sights with one stone more.
Pattern pattern_of(std::size_t sight, const std::array<Pattern, sights>& known) {
  const auto cells = cells_of(sight);
  std::array<bool, window> completes{};  // a stone here makes five
  bool possible = false;
  for (std::size_t from = 0; from <= reach; ++from) {
    const auto first = cells.begin() + static_cast<std::ptrdiff_t>(from), last = first + row_to_win;
    if (std::find(first, last, blocked) != last) continue;
    possible = true;
    const auto stones = std::count(first, last, own);
    if (stones == row_to_win) return Pattern::five;
    if (stones == row_to_win - 1)
      completes[from + static_cast<std::size_t>(std::find(first, last, empty) - first)] = true;
  }
  if (!possible) return Pattern::dead;
  if (const auto fives = std::ranges::count(completes, true); fives > 0)
    return fives == 1 ? Pattern::four : Pattern::open_four;

  std::array<int, pattern_count> next{};  // how many cells lead to each pattern
  for (std::size_t i = 0; i < neighbours; ++i)
    if (sight / powers[i] % 3 == empty) ++next[static_cast<std::size_t>(known[sight + powers[i]])];
  const auto ways = [&](Pattern from, Pattern to) {
    return std::accumulate(next.begin() + static_cast<int>(from),
                           next.begin() + static_cast<int>(to) + 1, 0);
  };
  if (const int fours = ways(Pattern::open_four, Pattern::open_four); fours > 0)
    return fours == 1 ? Pattern::open_three : Pattern::wide_three;
  if (ways(Pattern::four, Pattern::four) > 0) return Pattern::closed_three;
  if (const int threes = ways(Pattern::open_three, Pattern::wide_three); threes > 0)
    return threes == 1 ? Pattern::open_two : threes == 2 ? Pattern::wide_two : Pattern::free_two;
  if (ways(Pattern::closed_three, Pattern::closed_three) > 0) return Pattern::closed_two;
  if (ways(Pattern::open_two, Pattern::free_two) > 0) return Pattern::open_one;
  return Pattern::closed_one;
}

// A stone more is a digit 1 in place of a 0, so the sights that a sight leads to come after it.
std::array<Pattern, sights> all_patterns() {
  std::array<Pattern, sights> patterns;
  for (std::size_t sight = sights; sight-- > 0;) patterns[sight] = pattern_of(sight, patterns);
  return patterns;
}

// Neighbours of two bits each, as a player whose stones are `stone` sees them.
std::size_t sight_of(std::size_t neighbours_key, std::size_t stone) {
  std::size_t sight = 0;
  for (std::size_t i = 0; i < neighbours; ++i) {
    const std::size_t cell = (neighbours_key >> (2 * i)) & 3;
    sight += powers[i] * (cell == 0 ? empty : cell == stone ? own : blocked);
  }
  return sight;
}

Threat threat_of(const Patterns& patterns) {
  int fours = 0, threes = 0;
  for (const Pattern pattern : patterns) {
    switch (pattern) {
      case Pattern::five: return Threat::five;
      case Pattern::open_four: fours += 2; break;
      case Pattern::four: ++fours; break;
      case Pattern::wide_three:
      case Pattern::open_three: ++threes; break;
      default: break;
    }
  }
  if (fours > 1) return Threat::open_four;
  if (fours == 1) return threes > 0 ? Threat::four_three : Threat::four;
  if (threes > 1) return Threat::double_three;
  return threes == 1 ? Threat::three : Threat::none;
}

std::uint8_t group_of(Threat threat) {
  switch (threat) {
    case Threat::double_three: return static_cast<std::uint8_t>(ThreatGroup::double_three);
    case Threat::four: return static_cast<std::uint8_t>(ThreatGroup::four);
    case Threat::four_three: return static_cast<std::uint8_t>(ThreatGroup::four_three);
    case Threat::open_four: return static_cast<std::uint8_t>(ThreatGroup::open_four);
    case Threat::five: return static_cast<std::uint8_t>(ThreatGroup::five);
    default: return no_group;
  }
}

bool is_crossing(const Patterns& patterns) {
  return std::ranges::count_if(patterns, [](Pattern pattern) {
           return Pattern::open_two <= pattern && pattern <= Pattern::closed_three;
         }) > 1;
}

}  // namespace

PatternTables::PatternTables() {
  const auto patterns = all_patterns();
  const EvaluationTables& fitted = evaluation_tables;
  for (std::size_t key = 0; key < lines_.size(); ++key) {
    const auto value = [&](Colour mover) {
      return fitted.lines[line_class(static_cast<std::uint16_t>(key), mover)];
    };
    const auto number = [&](std::size_t stone) {
      return pattern_numbers[static_cast<std::size_t>(patterns[sight_of(key, stone)])];
    };
    lines_[key] = {{value(Colour::black), value(Colour::white)}, {number(1), number(2)}};
  }
  constexpr std::size_t all = pattern_count * pattern_count * pattern_count * pattern_count;
  for (std::size_t number = 0; number < all; ++number) {
    Patterns of_cell;
    std::size_t rest = number;
    for (Pattern& pattern : of_cell) {
      pattern = static_cast<Pattern>(rest % pattern_count);
      rest /= pattern_count;
    }
    const Threat threat = threat_of(of_cell);
    const CellClass of = class_of(of_cell);
    const PatternSum sum = sum_of(of_cell);
    sums_[sum] = {fitted.mover_values[of], fitted.waiter_values[of], threat == Threat::three,
                  is_crossing(of_cell)};
    threats_[sum] = threat;
    groups_[sum] = group_of(threat);
    urgencies_[sum] = {fitted.mover_urgencies[of], fitted.waiter_urgencies[of]};
  }
}

const PatternTables& PatternTables::shared() {
  static const PatternTables tables;
  return tables;
}

}  // namespace hilltop::gomoku
