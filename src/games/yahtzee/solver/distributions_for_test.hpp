#pragma once
#include <map>
#include <string>

#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/solver/total_distribution.hpp"

namespace hilltop::yahtzee {

struct Known {
  TotalDistribution distribution;
  TotalGrowth growth;
};

// Returns the distribution of a rule set's totals, which takes seconds and is computed once in a
// process.
inline const Known& distribution_of(std::string_view rule_set) {
  static std::map<std::string, Known, std::less<>> all;
  const auto found = all.find(rule_set);
  if (found != all.end()) return found->second;
  Known& known = all[std::string(rule_set)];
  known.distribution =
      total_distribution(worth_table(rules_of(rule_set).options()), 2, &known.growth);
  return known;
}

}  // namespace hilltop::yahtzee
