#include "games/yahtzee/solver/win_table.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "games/yahtzee/solver/kernel_tables.hpp"
#include "games/yahtzee/solver/share.hpp"
#include "games/yahtzee/solver/win_kernel.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr float certain = 65535;

WinKernel* kernel_for(Vectors vectors) {
  switch (vectors) {
#ifdef HILLTOP_WIDE_KERNELS
    case Vectors::avx512: return win_kernel_avx512;
    case Vectors::avx2: return win_kernel_avx2;
#endif
    default: return win_kernel_baseline;
  }
}

double power(double base, int exponent) {
  double product = 1;
  for (int i = 0; i < exponent; ++i) product *= base;
  return product;
}

// Returns the share of the win by total; the last one counts for all above.
std::vector<double> shares_of_totals(const TotalDistribution& distribution, int seats) {
  std::vector<double> shares;
  double below = 0;
  for (const double chance : distribution.chance) {
    const double up_to = below + chance;
    // Sums the shares over the number of equal totals. A total that nobody has: all others are
    // below.
    shares.push_back(chance > 1e-9 ? (power(up_to, seats) - power(below, seats)) / (seats * chance)
                                   : power(below, seats - 1));
    below = up_to;
  }
  return shares;
}

}  // namespace

OpponentsTotals opponents_totals(const LevelDistribution& distribution, bool moved) {
  OpponentsTotals opponents;
  opponents.start = distribution.start;
  for (int turn = 0; turn < boxes_on_card; ++turn)
    opponents.steps[at(moved ? turn : turn + 1)] = distribution.steps[at(turn)];
  opponents.end = [](int lead) { return lead == 0 ? 0.5 : lead > 0; };
  return opponents;
}

OpponentsTotals opponents_totals(const TotalDistribution& distribution, int seats) {
  std::vector<double> shares = shares_of_totals(distribution, seats);
  const auto even = std::ranges::lower_bound(shares, 0.5);
  const int level = static_cast<int>(even - shares.begin());
  OpponentsTotals opponents;
  opponents.start = level;
  opponents.end = [level, shares = std::move(shares)](int lead) {
    return shares[std::min(at(std::max(level + lead, 0)), shares.size() - 1)];
  };
  return opponents;
}

// Computes all sets of boxes, those with fewer open ones first.
class WinTable::Maker {
 public:
  Maker(WinTable& table, const OpponentsTotals& opponents, Vectors vectors)
      : table_(table), pursuit_(opponents), kernel_(kernel_for(vectors)) {}

  void make(int threads, const Progress& progress) {
    SharedProgress sets_done(progress, box_sets_max);
    for (int open = 0; open <= boxes_on_card; ++open) {
      const std::vector<BoxSet>& sets = box_sets_by_size()[at(open)];
      after_ = std::move(now_);
      now_ = Layer(sets, stride());
      yahtzee::share(threads, sets.size(), sets_done, [&] {
        return [&, scratch = std::make_unique<Scratch>(stride())](std::size_t i) {
          work(sets[i], *scratch);
        };
      });
    }
  }

 private:
  // The results for the cards with one number of open boxes.
  class Layer {
   public:
    Layer() = default;
    Layer(const std::vector<BoxSet>& sets, std::size_t stride) : first_(box_sets_max) {
      std::size_t end = 0;
      for (const BoxSet& boxes : sets) {
        first_[boxes.number()] = end;
        end += at(upper_table()[boxes.upper].classes) * stride;
      }
      numbers_.resize(end);
    }
    float* row(const BoxSet& boxes, int c, std::size_t stride) {
      return numbers_.data() + first_[boxes.number()] + at(c) * stride + win_margin;
    }

   private:
    std::vector<std::size_t> first_;
    std::vector<float> numbers_;
  };

  struct Scratch {
    struct alignas(64) Turn {
      std::array<float, win_scratch> numbers;
    };
    explicit Scratch(std::size_t lanes)
        : turn(std::make_unique<Turn>()), chance(lanes + 2 * step_max) {}
    std::unique_ptr<Turn> turn;
    std::vector<float> chance;
  };

  std::size_t stride() const { return at(table_.window_.lanes + 2 * win_margin); }

  void work(const BoxSet& boxes, Scratch& scratch) {
    const int classes = upper_table()[boxes.upper].classes;
    for (int c = 0; c < classes; ++c) {
      WinRow row = row_of(boxes, c);
      row.chance = scratch.chance.data() + step_max;
      if (row.full)
        for (int lane = 0; lane < row.lanes; ++lane)
          row.chance[lane] = static_cast<float>(pursuit_.end(table_.window_.lowest + lane));
      kernel_(tables_, row, scratch.turn->numbers.data());
      keep(row.before, table_.row(boxes, c));
    }
  }

  void keep(const float* chances, std::size_t row) {
    const auto kept = at(table_.window_.lanes / lead_step);
    for (std::size_t i = 0; i < kept; ++i)
      table_.numbers_[row * kept + i] =
          static_cast<std::uint16_t>(std::min(chances[i * lead_step], 1.f) * certain + 0.5f);
  }

  WinRow row_of(const BoxSet& boxes, int c) {
    const UpperClasses& classes = upper_table()[boxes.upper];
    const Steps& steps = pursuit_.steps[at(boxes_on_card - boxes.open_boxes())];
    WinRow row{};
    row.lanes = table_.window_.lanes;
    row.full = boxes.open_boxes() == 0;
    row.joker = KernelJoker(joker_of(table_.options_, boxes.yahtzee));
    row.bonus = bonus_of(table_.options_, boxes.yahtzee);
    row.step_lowest = steps.lowest;
    row.steps = static_cast<int>(steps.chance.size());
    row.step = steps.chance.data();
    row.before = now_.row(boxes, c, stride());
    const auto without = [&](Category category, int score, int to, int most) -> WinLane {
      if (!boxes.open(category)) return {nullptr, 0};
      const BoxSet rest = boxes.without(category, score);
      const int shift = table_.expected(rest, to) - table_.expected(boxes, c);
      if (shift < -win_margin || shift + most > win_margin)
        throw std::logic_error("a turn changes the lead by more than a row's margin");
      return {after_.row(rest, to, stride()) + shift, row.lanes - 1 - shift};
    };
    for (int face = 0; face < faces; ++face)
      for (int count = 0; count <= dice_rolled; ++count)
        row.upper[face][count] = without(
            categories[at(face)], 0, classes.after[at(face)][at(count)][at(c)], (face + 1) * count);
    row.three_of_a_kind = without(Category::three_of_a_kind, 0, c, 30);
    row.four_of_a_kind = without(Category::four_of_a_kind, 0, c, 30);
    row.full_house = without(Category::full_house, 0, c, 25);
    row.small_straight = without(Category::small_straight, 0, c, 30);
    row.large_straight = without(Category::large_straight, 0, c, 40);
    row.chance_box = without(Category::chance, 0, c, 30);
    row.yahtzee_zero = without(Category::yahtzee, 0, c, 0);
    row.yahtzee_fifty = without(Category::yahtzee, yahtzee_score, c, yahtzee_score);
    return row;
  }

  WinTable& table_;
  const OpponentsTotals& pursuit_;
  WinKernel* kernel_;
  Layer now_, after_;
  const KernelTables& tables_ = kernel_tables();
};

WinTable::WinTable(const WorthTable& worths, LeadWindow window)
    : options_(worths.options()), window_(window), first_row_(box_sets_max) {
  for (unsigned lower = 0; lower < lower_sets; ++lower)
    for (const YahtzeeBox yahtzee : yahtzee_boxes)
      for (unsigned upper = 0; upper < upper_sets; ++upper) {
        const BoxSet boxes{upper, lower, yahtzee};
        const UpperClasses& classes = upper_table()[upper];
        first_row_[boxes.number()] = static_cast<std::uint32_t>(expected_.size());
        for (int c = 0; c < classes.classes; ++c)
          expected_.push_back(
              static_cast<std::int16_t>(std::lround(worths.worth({boxes, classes.least[at(c)]}))));
      }
  numbers_.resize(expected_.size() * at(window.lanes / lead_step));
}

void WinTable::make(const OpponentsTotals& opponents, int threads, Vectors vectors,
                    const Progress& progress) {
  Maker(*this, opponents, vectors).make(threads, progress);
}

double WinTable::chance(const Standing& standing, double ahead) const {
  const int c = upper_table()[standing.upper].of_total[at(standing.upper_total)];
  const double lead = ahead + expected(standing, c);
  const int kept = window_.lanes / lead_step;
  const double place = std::clamp((lead - window_.lowest) / lead_step, 0., kept - 1.);
  const int below = std::min(static_cast<int>(place), kept - 2);
  const std::uint16_t* const there = numbers_.data() + row(standing, c) * at(kept) + below;
  const double part = place - below;
  return ((1 - part) * there[0] + part * there[1]) / certain;
}

}  // namespace hilltop::yahtzee
