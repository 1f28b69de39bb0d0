#include "games/gomoku/engine/pattern_tables.hpp"

#include <algorithm>
#include <vector>

#include "games/gomoku/engine/evaluation_values.hpp"

namespace hilltop::gomoku {
namespace {

// The pattern by which PatternTables note that Black makes an overline, or two fours in one line,
// under renju.
constexpr Pattern foul_in_line = Pattern::wide_three;

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

// Whether Black may not lay a stone under renju, as far as the patterns tell: an open three of
// which Black may not make a straight four is not a three by the rules, and a double three with it
// no foul.
bool is_foul(const Patterns& patterns) {
  int fours = 0, threes = 0;
  bool foul = false;
  for (const Pattern pattern : patterns) {
    if (pattern == Pattern::five) return false;
    foul = foul || pattern == foul_in_line;
    fours += pattern == Pattern::four || pattern == Pattern::open_four;
    threes += pattern == Pattern::open_three;
  }
  return foul || fours > 1 || threes > 1;
}

// Returns the pattern as which PatternTables knows another one.
Pattern known_as(Pattern pattern, RowRule rule, Colour colour) {
  const bool is_renju_black = rule == RowRule::renju && colour == Colour::black;
  switch (pattern) {
    case Pattern::two_fours: return is_renju_black ? foul_in_line : Pattern::open_four;
    case Pattern::overline: return is_renju_black ? foul_in_line : Pattern::dead;
    case Pattern::wide_three: return is_renju_black ? Pattern::open_three : Pattern::wide_three;
    default: return pattern;
  }
}

bool is_exact(RowRule rule, Colour colour) {
  return rule == RowRule::exactly_five || (rule == RowRule::renju && colour == Colour::black);
}

}  // namespace

template <RowRule Rule>
PatternTables<Rule>::PatternTables() {
  fill_lines();
  for (std::size_t of = 0; of < cells_.size(); ++of) fill_cells(of);
}

template <RowRule Rule>
void PatternTables<Rule>::fill_lines() {
  const EvaluationTables& fitted = evaluation_tables;
  std::array<std::vector<Pattern>, 2> patterns;
  for (const Colour colour : {Colour::black, Colour::white}) {
    const auto of = static_cast<std::size_t>(colour);
    patterns[of] =
        line_patterns(line_reach<Rule>, is_exact(Rule, colour), static_cast<unsigned>(of) + 1);
    for (Pattern& pattern : patterns[of]) pattern = known_as(pattern, Rule, colour);
  }
  for (std::size_t key = 0; key < lines_.size(); ++key) {
    const auto value = [&](Colour mover) {
      return fitted.lines[line_class(near_neighbours<Rule>(static_cast<Neighbours>(key)), mover)];
    };
    const auto number = [&](std::size_t colour) {
      return pattern_numbers[static_cast<std::size_t>(patterns[colour][key])];
    };
    lines_[key] = {{value(Colour::black), value(Colour::white)}, {number(0), number(1)}};
  }
}

template <RowRule Rule>
void PatternTables<Rule>::fill_cells(std::size_t of) {
  const EvaluationTables& fitted = evaluation_tables;
  Cells& cells = cells_[of];
  constexpr std::size_t all = pattern_count * pattern_count * pattern_count * pattern_count;
  for (std::size_t number = 0; number < all; ++number) {
    Patterns of_cell;
    std::size_t rest = number;
    for (Pattern& pattern : of_cell) {
      pattern = static_cast<Pattern>(rest % pattern_count);
      rest /= pattern_count;
    }
    const PatternSum sum = sum_of(of_cell);
    const bool foul =
        Rule == RowRule::renju && static_cast<Colour>(of) == Colour::black && is_foul(of_cell);
    if (foul) of_cell.fill(Pattern::dead);
    const Threat threat = threat_of(of_cell);
    const CellClass cell_class = class_of(of_cell);
    cells.sums[sum] = {fitted.mover_values[cell_class], fitted.waiter_values[cell_class],
                       threat == Threat::three, is_crossing(of_cell)};
    cells.threats[sum] = threat;
    cells.groups[sum] = foul ? static_cast<std::uint8_t>(ThreatGroup::forbidden) : group_of(threat);
    cells.worths[sum] = static_cast<std::int16_t>(worth_of(of_cell));
    cells.urgencies[sum] = {fitted.mover_urgencies[cell_class],
                            fitted.waiter_urgencies[cell_class]};
  }
}

template <RowRule Rule>
const PatternTables<Rule>& PatternTables<Rule>::shared() {
  static const PatternTables tables;
  return tables;
}

template class PatternTables<RowRule::five_or_more>;
template class PatternTables<RowRule::exactly_five>;
template class PatternTables<RowRule::renju>;

}  // namespace hilltop::gomoku
