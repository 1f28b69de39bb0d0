#include "games/yahtzee/solver/table.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "games/yahtzee/solver/keeps.hpp"
#include "games/yahtzee/solver/kernel.hpp"
#include "games/yahtzee/solver/share.hpp"

namespace hilltop::yahtzee {
namespace {

static_assert(kernel_lanes == lanes_a_block && kernel_lane_stride == lanes_most);

constexpr int threads_most = 16;  // more would wait for each other

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

KernelPattern pattern_of(const Dice& dice) {
  if (natural_score(Category::yahtzee, dice) > 0) return five_alike;
  if (natural_score(Category::four_of_a_kind, dice) > 0) return four_alike;
  if (natural_score(Category::full_house, dice) > 0) return full;
  if (natural_score(Category::three_of_a_kind, dice) > 0) return three_alike;
  if (natural_score(Category::large_straight, dice) > 0) return large_run;
  if (natural_score(Category::small_straight, dice) > 0) return small_run;
  return plain;
}

// The nodes of the tree of counts: level l has those of its first l faces, of at most five dice.
void number_tree(KernelTables& tables) {
  std::array<std::vector<Counts>, faces + 1> levels{{{Counts{}}}};
  for (std::size_t level = 0; level < faces; ++level)
    for (std::size_t node = 0; node < levels[level].size(); ++node) {
      const Counts& counts = levels[level][node];
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
      Counts shown{};
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

const KernelTables& kernel_tables() {
  static const std::unique_ptr<const KernelTables> tables = make_tables();
  return *tables;
}

Kernel* kernel_for(Vectors vectors) {
  switch (vectors) {
#ifdef HILLTOP_WIDE_KERNELS
    case Vectors::avx512: return kernel_avx512;
    case Vectors::avx2: return kernel_avx2;
#endif
    default: return kernel_baseline;
  }
}

}  // namespace

bool runs_here(Vectors vectors) {
  switch (vectors) {
    case Vectors::baseline: return true;
#ifdef HILLTOP_WIDE_KERNELS
    case Vectors::avx2: return __builtin_cpu_supports("avx2");
    case Vectors::avx512: return __builtin_cpu_supports("avx512f");
#endif
    default: return false;
  }
}

Vectors widest_here() {
  if (runs_here(Vectors::avx512)) return Vectors::avx512;
  return runs_here(Vectors::avx2) ? Vectors::avx2 : Vectors::baseline;
}

// Works through all sets of boxes, those with fewer open ones first.
class WorthTable::Maker {
 public:
  Maker(WorthTable& table, Vectors vectors) : table_(table), kernel_(kernel_for(vectors)) {}

  void make(int threads) {
    write_full_cards();
    const bool tells_fifty = tells_zero_from_fifty(table_.options_);
    for (std::size_t open = 1; open <= boxes_on_card; ++open) {
      const std::vector<BoxSet>& sets = box_sets_by_size()[open];
      share(threads, sets.size(), [&] {
        return [&, scratch = std::make_unique<Scratch>()](std::size_t i) {
          if (tells_fifty || sets[i].yahtzee != YahtzeeBox::fifty)
            kernel_(tables_, row_of(sets[i]), scratch->numbers.data());
        };
      });
    }
  }

 private:
  struct alignas(64) Scratch {
    std::array<double, kernel_scratch> numbers;
  };

  // Nothing is to come but the upper bonus.
  void write_full_cards() {
    const UpperClasses& classes = upper_table()[0];
    for (const BoxSet& full : box_sets_by_size()[0])
      for (int lane = 0; lane < classes.lanes; ++lane)
        table_.row(full)[lane] =
            classes.least[at(lane)] >= upper_bonus_from ? upper_bonus_score : 0;
  }

  KernelRow row_of(const BoxSet& boxes) {
    const UpperClasses& classes = upper_table()[boxes.upper];
    KernelRow row{.lanes = classes.lanes,
                  .joker = KernelJoker(joker_of(table_.options_, boxes.yahtzee)),
                  .bonus = static_cast<double>(bonus_of(table_.options_, boxes.yahtzee)),
                  .worth = table_.row(boxes)};
    const auto without = [&](Category category, int score = 0) -> const double* {
      return boxes.open(category) ? table_.row(boxes.without(category, score)) : nullptr;
    };
    for (std::size_t face = 0; face < faces; ++face) {
      row.upper[face] = without(categories[face]);
      row.upper_lane[face] = classes.after[face][0].data();
    }
    row.three_of_a_kind = without(Category::three_of_a_kind);
    row.four_of_a_kind = without(Category::four_of_a_kind);
    row.full_house = without(Category::full_house);
    row.small_straight = without(Category::small_straight);
    row.large_straight = without(Category::large_straight);
    row.chance = without(Category::chance);
    row.yahtzee_zero = without(Category::yahtzee);
    row.yahtzee_fifty = without(Category::yahtzee, yahtzee_score);
    return row;
  }

  WorthTable& table_;
  Kernel* kernel_;
  const KernelTables& tables_ = kernel_tables();
};

WorthTable::WorthTable(const Options& options, int threads, Vectors vectors)
    : options_(options),
      blocks_(at(lower_sets) * yahtzee_boxes.size() * lanes_all / lanes_a_block) {
  Maker(*this, vectors).make(threads);
}

std::size_t WorthTable::first_block(const BoxSet& boxes) const {
  const bool as_zero = boxes.yahtzee == YahtzeeBox::fifty && !tells_zero_from_fifty(options_);
  const auto yahtzee = static_cast<std::size_t>(as_zero ? YahtzeeBox::zero : boxes.yahtzee);
  const std::size_t group = boxes.lower * yahtzee_boxes.size() + yahtzee;
  return (group * lanes_all + at(upper_table()[boxes.upper].first)) / lanes_a_block;
}

double* WorthTable::row(const BoxSet& boxes) { return blocks_[first_block(boxes)].lane.data(); }

double WorthTable::worth(const Standing& standing) const {
  const auto lane = upper_table()[standing.upper].of_total[at(standing.upper_total)];
  return blocks_[first_block(standing) + lane / lanes_a_block].lane[lane % lanes_a_block];
}

const WorthTable& worth_table(const Options& options) {
  struct Slot {
    std::once_flag made;
    std::optional<WorthTable> table;
  };
  static std::array<Slot, 12> slots;  // three kinds of joker, two flags
  Slot& slot = slots[static_cast<std::size_t>(options.joker) * 4 + options.joker_after_zero * 2u +
                     options.yahtzee_bonus];
  std::call_once(slot.made, [&] {
    const int processors = static_cast<int>(std::thread::hardware_concurrency());
    slot.table.emplace(options, std::clamp(processors, 1, threads_most));
  });
  return *slot.table;
}

std::uint64_t WorthTable::hash() const {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const Block& block : blocks_)
    for (const double number : block.lane)
      hash = (hash ^ std::bit_cast<std::uint64_t>(number)) * 0x100000001b3;
  return hash;
}

}  // namespace hilltop::yahtzee
