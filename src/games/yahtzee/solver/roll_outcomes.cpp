#include "games/yahtzee/solver/roll_outcomes.hpp"

#include <array>
#include <vector>

namespace hilltop::yahtzee {
namespace {

struct OutcomeTable {
  std::vector<RollOutcome> all;
  std::array<std::size_t, keeps_all + 1> first{};
};

// Returns in how many orders these dice can fall, divided by all orders of as many dice.
double chance_of(const KeepCounts& dice) {
  double chance = 1;
  int fallen = 0;
  for (const std::uint8_t count : dice)
    for (int i = 1; i <= count; ++i) chance *= ++fallen / (6. * i);
  return chance;
}

OutcomeTable make_outcomes() {
  OutcomeTable table;
  for (int keep = 0; keep < keeps_all; ++keep) {
    table.first[static_cast<std::size_t>(keep)] = table.all.size();
    for (int rolled = 0; rolled < keeps_all; ++rolled) {
      if (keeps.size(keep) + keeps.size(rolled) != dice_rolled) continue;
      KeepCounts counts = keeps.counts(keep);
      for (std::size_t face = 0; face < faces; ++face) counts[face] += keeps.counts(rolled)[face];
      table.all.push_back(
          {static_cast<std::int16_t>(keeps.number(counts)), chance_of(keeps.counts(rolled))});
    }
  }
  table.first.back() = table.all.size();
  return table;
}

}  // namespace

std::span<const RollOutcome> roll_outcomes(int keep) {
  static const OutcomeTable table = make_outcomes();
  const auto at = static_cast<std::size_t>(keep);
  return std::span(table.all).subspan(table.first[at], table.first[at + 1] - table.first[at]);
}

}  // namespace hilltop::yahtzee
