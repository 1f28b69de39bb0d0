#include "games/gomoku/engine/pattern_tables.hpp"

#include <algorithm>
#include <vector>

#include "games/gomoku/engine/evaluation_values.hpp"

namespace hilltop::gomoku {
namespace {

constexpr int reach = row_to_win - 1;  // cells on either side that a row can take in

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
  const std::array<std::vector<Pattern>, 2> patterns{line_patterns(reach, false, 1),
                                                     line_patterns(reach, false, 2)};
  const EvaluationTables& fitted = evaluation_tables;
  for (std::size_t key = 0; key < lines_.size(); ++key) {
    const auto value = [&](Colour mover) {
      return fitted.lines[line_class(static_cast<std::uint16_t>(key), mover)];
    };
    const auto number = [&](std::size_t colour) {
      return pattern_numbers[static_cast<std::size_t>(patterns[colour][key])];
    };
    lines_[key] = {{value(Colour::black), value(Colour::white)}, {number(0), number(1)}};
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
    worths_[sum] = static_cast<std::int16_t>(worth_of(of_cell));
    urgencies_[sum] = {fitted.mover_urgencies[of], fitted.waiter_urgencies[of]};
  }
}

const PatternTables& PatternTables::shared() {
  static const PatternTables tables;
  return tables;
}

}  // namespace hilltop::gomoku
