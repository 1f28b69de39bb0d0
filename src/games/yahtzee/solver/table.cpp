#include "games/yahtzee/solver/table.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <mutex>
#include <optional>

#include "core/at.hpp"
#include "core/fnv.hpp"
#include "games/yahtzee/solver/keeps.hpp"
#include "games/yahtzee/solver/kernel_tables.hpp"
#include "games/yahtzee/solver/share.hpp"

namespace hilltop::yahtzee {
namespace {

static_assert(kernel_lanes == lanes_a_block && kernel_lane_stride == lanes_max);

Kernel* table_kernel_for(Vectors vectors) {
  switch (vectors) {
#ifdef HILLTOP_WIDE_KERNELS
    case Vectors::avx512: return kernel_avx512;
    case Vectors::avx2: return kernel_avx2;
#endif
    default: return kernel_baseline;
  }
}

TurnKernel* turn_kernel_for(Vectors vectors) {
  switch (vectors) {
#ifdef HILLTOP_WIDE_KERNELS
    case Vectors::avx512: return turn_kernel_avx512;
    case Vectors::avx2: return turn_kernel_avx2;
#endif
    default: return turn_kernel_baseline;
  }
}

struct alignas(64) KernelScratch {
  std::array<double, kernel_scratch> numbers;
};

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

// Computes all sets of boxes, those with fewer open ones first.
class WorthTable::Maker {
 public:
  Maker(WorthTable& table, Vectors vectors) : table_(table), kernel_(table_kernel_for(vectors)) {}

  void make(int threads, const Progress& progress) {
    write_full_cards();
    SharedProgress sets_done(progress, box_sets_max - box_sets_by_size()[0].size());
    const bool tells_fifty = tells_zero_from_fifty(table_.options_);
    for (std::size_t open = 1; open <= boxes_on_card; ++open) {
      const std::vector<BoxSet>& sets = box_sets_by_size()[open];
      share(threads, sets.size(), sets_done, [&] {
        return [&, scratch = std::make_unique<KernelScratch>()](std::size_t i) {
          if (!tells_fifty && sets[i].yahtzee == YahtzeeBox::fifty) return;
          KernelRow row = table_.row_of(sets[i]);
          row.worth = table_.row(sets[i]);
          kernel_(tables_, row, scratch->numbers.data());
        };
      });
    }
  }

 private:
  // On full cards only the upper bonus is to come.
  void write_full_cards() {
    const UpperClasses& classes = upper_table()[0];
    for (const BoxSet& full : box_sets_by_size()[0])
      for (int lane = 0; lane < classes.lanes; ++lane)
        table_.row(full)[lane] =
            classes.least[at(lane)] >= upper_bonus_from ? upper_bonus_score : 0;
  }

  WorthTable& table_;
  Kernel* kernel_;
  const KernelTables& tables_ = kernel_tables();
};

WorthTable::WorthTable(const Options& options, int threads, Vectors vectors,
                       const Progress& progress)
    : options_(options),
      blocks_(at(lower_sets) * yahtzee_boxes.size() * lanes_all / lanes_a_block) {
  Maker(*this, vectors).make(threads, progress);
}

KernelRow WorthTable::row_of(const BoxSet& boxes) const {
  const UpperClasses& classes = upper_table()[boxes.upper];
  KernelRow row{.lanes = classes.lanes,
                .joker = KernelJoker(joker_of(options_, boxes.yahtzee)),
                .bonus = static_cast<double>(bonus_of(options_, boxes.yahtzee)),
                .worth = nullptr};
  const auto without = [&](Category category, int score = 0) -> const double* {
    return boxes.open(category) ? this->row(boxes.without(category, score)) : nullptr;
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

void WorthTable::turn(const Standing& standing, KernelTurn& turn, Vectors vectors) const {
  KernelScratch scratch;
  turn_kernel_for(vectors)(kernel_tables(), row_of(standing),
                           upper_table()[standing.upper].of_total[at(standing.upper_total)],
                           scratch.numbers.data(), turn);
}

std::size_t WorthTable::first_block(const BoxSet& boxes) const {
  const bool as_zero = boxes.yahtzee == YahtzeeBox::fifty && !tells_zero_from_fifty(options_);
  const auto yahtzee = static_cast<std::size_t>(as_zero ? YahtzeeBox::zero : boxes.yahtzee);
  const std::size_t group = boxes.lower * yahtzee_boxes.size() + yahtzee;
  return (group * lanes_all + at(upper_table()[boxes.upper].first)) / lanes_a_block;
}

WorthTable::Place WorthTable::place_of(const Standing& standing) const {
  const auto lane = upper_table()[standing.upper].of_total[at(standing.upper_total)];
  return {first_block(standing) + lane / lanes_a_block, lane % std::size_t{lanes_a_block}};
}

double WorthTable::worth(const Standing& standing) const {
  const Place place = place_of(standing);
  return blocks_[place.block].lane[place.lane];
}

const WorthTable& worth_table(Options options, const Progress& progress) {
  struct Slot {
    std::mutex making;
    std::atomic<bool> made = false;
    std::optional<WorthTable> table;
  };
  static std::array<Slot, options_all> slots;
  Slot& slot = slots[number_of(options)];
  if (!slot.made) {
    const std::scoped_lock lock(slot.making);
    if (!slot.made) slot.table.emplace(options, threads_here(), widest_here(), progress);
    slot.made = true;
  }
  return *slot.table;
}

std::uint64_t WorthTable::hash() const {
  Fnv fnv;
  for (const LaneBlock& block : blocks_)
    for (const double number : block.lane) fnv.add(std::bit_cast<std::uint64_t>(number));
  return fnv.hash();
}

}  // namespace hilltop::yahtzee
