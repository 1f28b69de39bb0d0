#include "games/yahtzee/solver/win_table.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/at.hpp"
#include "games/yahtzee/solver/kernel_tables.hpp"
#include "games/yahtzee/solver/share.hpp"
#include "games/yahtzee/solver/win_kernel.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr float certain = 65535;

WinKernel* win_kernel_for(Vectors vectors) {
  switch (vectors) {
#ifdef HILLTOP_WIDE_KERNELS
    case Vectors::avx512: return win_kernel_avx512;
    case Vectors::avx2: return win_kernel_avx2;
#endif
    default: return win_kernel_baseline;
  }
}

// Returns how many points apart leads are for cards with this number of open boxes.
int leads_apart(int open_boxes, int most) {
  constexpr std::array apart{1, 1, 2, 4};
  const auto open = at(open_boxes);
  return std::min(most, open < apart.size() ? apart[open] : leads_apart_max);
}

// The weights of four numbers in a row for the cubic through them, `part` of the way from the
// second to the third.
template <class Number>
std::array<Number, 4> cubic_weights(Number part) {
  const Number before = part + 1, left = 1 - part, beyond = 2 - part;
  return {-part * left * beyond / 6, before * left * beyond / 2, before * part * beyond / 2,
          -before * part * left / 6};
}

// Returns the steps of a level in lanes. A step between two lanes counts for four in parts, as
// chances between lanes do.
Steps steps_in_lanes(const Steps& steps, int apart) {
  if (apart == 1) return steps;
  const auto lane_below = [&](int step) {
    return static_cast<int>(std::floor(static_cast<double>(step) / apart));
  };
  const int last = steps.lowest + static_cast<int>(steps.chance.size()) - 1;
  Steps in_lanes{lane_below(steps.lowest) - 1, {}};
  in_lanes.chance.assign(at(lane_below(last) + 2 - in_lanes.lowest + 1), 0);
  int step = steps.lowest;
  for (const float chance : steps.chance) {
    const int below = lane_below(step);
    const auto weights = cubic_weights(static_cast<double>(step - below * apart) / apart);
    for (std::size_t i = 0; i < weights.size(); ++i)
      in_lanes.chance[at(below - 1 - in_lanes.lowest) + i] +=
          chance * static_cast<float>(weights[i]);
    ++step;
  }
  return in_lanes;
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
      : table_(table), pursuit_(opponents), kernel_(win_kernel_for(vectors)) {}

  void make(int threads, const Progress& progress) {
    SharedProgress sets_done(progress, box_sets_max);
    for (int open = 0; open <= boxes_on_card; ++open) {
      const std::vector<BoxSet>& sets = box_sets_by_size()[at(open)];
      apart_ = leads_apart(open, table_.window_.apart_max);
      steps_ = steps_in_lanes(pursuit_.steps[at(boxes_on_card - open)], apart_);
      after_ = std::move(now_);
      // Full cards come before those with one open box, and nothing after those with all.
      now_ = Layer(sets, table_.window_.leads,
                   leads_apart(std::min(open + 1, boxes_on_card), table_.window_.apart_max));
      yahtzee::share(threads, sets.size(), sets_done, [&] {
        return [&, scratch = std::make_unique<Scratch>(lanes())](std::size_t i) {
          work(sets[i], *scratch);
        };
      });
    }
  }

 private:
  // The results for the cards with one number of open boxes, as the next number needs them: with a
  // plane per point between two of its leads.
  class Layer {
   public:
    Layer() = default;
    Layer(const std::vector<BoxSet>& sets, int leads, int apart)
        : apart_(apart), margin_(win_margin / apart), lanes_(leads / apart), first_(box_sets_max) {
      std::size_t end = 0;
      for (const BoxSet& boxes : sets) {
        first_[boxes.number()] = end;
        end += at(upper_table()[boxes.upper].classes) * stride();
      }
      numbers_.resize(end);
    }
    int plane() const { return lanes_ + 2 * margin_; }

    // Returns lane 0 of plane 0.
    float* row(const BoxSet& boxes, int c) {
      return numbers_.data() + first_[boxes.number()] + at(c) * stride() + margin_;
    }

    // Writes a row from its chances at leads that are `apart` points apart.
    void write(const BoxSet& boxes, int c, const float* chances, int apart) {
      const int last = lanes_ * apart_ / apart - 1;
      float* plane = row(boxes, c);
      for (int up = 0; up < apart_; ++up, plane += this->plane()) {
        const auto weights =
            cubic_weights(static_cast<float>(up % apart) / static_cast<float>(apart));
        const int every = apart_ / apart;
        for (int lane = 0; lane < lanes_; ++lane) {
          const int below = lane * every + up / apart;
          plane[lane] = between(chances, below, last, weights);
        }
        std::fill(plane - margin_, plane, chances[0]);
        std::fill(plane + lanes_, plane + lanes_ + margin_, chances[last]);
      }
    }

   private:
    static float between(const float* chances, int below, int last,
                         const std::array<float, 4>& weights) {
      if (below >= last) return chances[last];
      return weights[0] * chances[std::max(below - 1, 0)] + weights[1] * chances[below] +
             weights[2] * chances[below + 1] + weights[3] * chances[std::min(below + 2, last)];
    }

    std::size_t stride() const { return at(apart_ * plane()); }

    int apart_ = 1, margin_ = 0, lanes_ = 0;
    std::vector<std::size_t> first_;
    std::vector<float> numbers_;
  };

  struct Scratch {
    struct alignas(64) Turn {
      std::array<float, win_scratch> numbers;
    };
    explicit Scratch(int lanes)
        : turn(std::make_unique<Turn>()), chance(at(lanes + 2 * step_max)), before(at(lanes)) {}
    std::unique_ptr<Turn> turn;
    std::vector<float> chance, before;
  };

  int lanes() const { return table_.window_.leads / apart_; }

  void work(const BoxSet& boxes, Scratch& scratch) {
    const int classes = upper_table()[boxes.upper].classes;
    for (int c = 0; c < classes; ++c) {
      WinRow row = row_of(boxes, c);
      row.chance = scratch.chance.data() + step_max;
      row.before = scratch.before.data();
      if (row.full)
        for (int lane = 0; lane < row.lanes; ++lane)
          row.chance[lane] = static_cast<float>(pursuit_.end(table_.window_.lowest + lane));
      kernel_(tables_, row, scratch.turn->numbers.data());
      now_.write(boxes, c, row.before, apart_);
      keep(row.before, table_.first_number(table_.rows(boxes), c));
    }
  }

  void keep(const float* chances, std::size_t first) {
    for (int lane = 0; lane < lanes(); ++lane)
      table_.numbers_[first + at(lane)] =
          static_cast<std::uint16_t>(std::clamp(chances[lane], 0.f, 1.f) * certain + 0.5f);
  }

  WinRow row_of(const BoxSet& boxes, int c) {
    const UpperClasses& classes = upper_table()[boxes.upper];
    WinRow row{};
    row.lanes = lanes();
    row.apart = apart_;
    row.plane = after_.plane();
    row.full = boxes.open_boxes() == 0;
    row.joker = KernelJoker(joker_of(table_.options_, boxes.yahtzee));
    row.bonus = bonus_of(table_.options_, boxes.yahtzee);
    row.step_lowest = steps_.lowest;
    row.steps = static_cast<int>(steps_.chance.size());
    row.step = steps_.chance.data();
    const auto without = [&](Category category, int score, int to, int most) -> WinLanes {
      if (!boxes.open(category)) return {nullptr, 0};
      const BoxSet rest = boxes.without(category, score);
      const int shift = table_.expected(rest, to) - table_.expected(boxes, c);
      if (shift < -win_margin || shift + most > win_margin)
        throw std::logic_error("a turn changes the lead by more than a row's margin");
      return {after_.row(rest, to), shift};
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
  // For the number of open boxes that is being computed:
  int apart_ = 1;
  Steps steps_;  // in lanes
  Layer now_, after_;
  const KernelTables& tables_ = kernel_tables();
};

WinTable::WinTable(const WorthTable& worths, LeadWindow window)
    : options_(worths.options()), window_(window), rows_(box_sets_max) {
  std::size_t numbers = 0;
  for (unsigned lower = 0; lower < lower_sets; ++lower)
    for (const YahtzeeBox yahtzee : yahtzee_boxes)
      for (unsigned upper = 0; upper < upper_sets; ++upper) {
        const BoxSet boxes{upper, lower, yahtzee};
        const UpperClasses& classes = upper_table()[upper];
        const Rows& rows = rows_[boxes.number()] = {
            static_cast<std::uint32_t>(expected_.size()), static_cast<std::uint32_t>(numbers),
            leads_apart(boxes.open_boxes(), window.apart_max)};
        numbers += at(classes.classes * kept(rows));
        for (int c = 0; c < classes.classes; ++c)
          expected_.push_back(
              static_cast<std::int16_t>(std::lround(worths.worth({boxes, classes.least[at(c)]}))));
      }
  numbers_.resize(numbers);
}

void WinTable::make(const OpponentsTotals& opponents, int threads, Vectors vectors,
                    const Progress& progress) {
  Maker(*this, opponents, vectors).make(threads, progress);
}

double WinTable::chance(const Standing& standing, double ahead) const {
  const int c = upper_table()[standing.upper].of_total[at(standing.upper_total)];
  const Rows& rows = this->rows(standing);
  const double lead = ahead + expected(standing, c);
  const int last = kept(rows) - 1;
  const double place =
      std::clamp((lead - window_.lowest) / rows.apart, 0., static_cast<double>(last));
  const int below = std::min(static_cast<int>(place), last - 1);
  const std::uint16_t* const there = numbers_.data() + first_number(rows, c);
  const auto weights = cubic_weights(place - below);
  const double sum = weights[0] * there[std::max(below - 1, 0)] + weights[1] * there[below] +
                     weights[2] * there[below + 1] + weights[3] * there[std::min(below + 2, last)];
  return std::clamp(sum / certain, 0., 1.);
}

}  // namespace hilltop::yahtzee
