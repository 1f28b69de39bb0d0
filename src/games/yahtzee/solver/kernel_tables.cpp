#include "games/yahtzee/solver/kernel_tables.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "games/yahtzee/solver/keeps.hpp"
#include "games/yahtzee/solver/standing.hpp"

namespace hilltop::yahtzee {
namespace {

KernelPattern pattern_of(const Dice& dice) {
  if (natural_score(Category::yahtzee, dice) > 0) return five_alike;
  if (natural_score(Category::four_of_a_kind, dice) > 0) return four_alike;
  if (natural_score(Category::full_house, dice) > 0) return full;
  if (natural_score(Category::three_of_a_kind, dice) > 0) return three_alike;
  if (natural_score(Category::large_straight, dice) > 0) return large_run;
  if (natural_score(Category::small_straight, dice) > 0) return small_run;
  return plain;
}

// Numbers the nodes of the tree of counts: level l has the counts of the first l faces, with at
// most five dice.
void number_tree(KernelTables& tables) {
  std::array<std::vector<KeepCounts>, faces + 1> levels{{{KeepCounts{}}}};
  for (std::size_t level = 0; level < faces; ++level)
    for (std::size_t node = 0; node < levels[level].size(); ++node) {
      const KeepCounts& counts = levels[level][node];
      int used = 0;
      for (const std::uint8_t count : counts) used += count;
      tables.used[level][node] = static_cast<std::uint8_t>(used);
      const int left = dice_rolled - used;
      for (int count = level + 1 == faces ? left : 0; count <= left; ++count) {
        levels[level + 1].push_back(counts);
        levels[level + 1].back()[level] = static_cast<std::uint8_t>(count);
      }
    }
  for (unsigned open = 0; open < upper_sets; ++open)
    for (int roll = 0; roll < rolls_all; ++roll) {
      KeepCounts shown{};
      std::size_t level = 0;
      for (std::size_t face = 0; face < faces; ++face)
        if (open >> face & 1) shown[level++] = keeps.counts(first_roll + roll)[face];
      const auto& nodes = levels[level];
      const auto node = std::ranges::find(nodes, shown) - nodes.begin();
      tables.upper[open][roll] = static_cast<std::uint16_t>(node * kernel_block_bytes);
    }
}

std::unique_ptr<KernelTables> make_tables() {
  auto tables = std::make_unique<KernelTables>();
  const auto offset = [](int keep) {
    return static_cast<std::uint16_t>(keep * kernel_block_bytes);
  };
  for (int keep = 0; keep < first_roll; ++keep)
    for (int face = 0; face < faces; ++face)
      tables->with[keep][face] = offset(keeps.with(keep, face));
  std::uint16_t* without = tables->without;
  for (int keep = 1; keep < keeps_all; ++keep)
    for (int face = 0; face < faces; ++face)
      if (const int less = keeps.without(keep, face); less != keep) *without++ = offset(less);
  std::ranges::transform(keeps.groups(), tables->groups, [](const Keeps::Group& group) {
    return KernelTables::Group{group.begin, group.end, group.different};
  });
  for (int roll = 0; roll < rolls_all; ++roll) {
    const Dice dice = keeps.dice(first_roll + roll);
    const KernelPattern pattern = pattern_of(dice);
    tables->pattern[roll] = offset(pattern);
    tables->sum[roll] = keeps.sum(first_roll + roll);
    tables->ways[roll] = keeps.ways(first_roll + roll);
    if (pattern == five_alike) tables->yahtzee[dice[0] - 1] = static_cast<std::uint8_t>(roll);
  }
  number_tree(*tables);
  return tables;
}

}  // namespace

const KernelTables& kernel_tables() {
  static const std::unique_ptr<const KernelTables> tables = make_tables();
  return *tables;
}

}  // namespace hilltop::yahtzee
