#include "games/yahtzee/solver/forecast.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/at.hpp"
#include "core/chance.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr float rare = 1e-9f;  // rarer totals are treated like the nearest common one
constexpr std::uint32_t totals_played =
    1 << 20;  // players of the games that a LevelDistribution is made from

double chance_of(const TotalGrowth& growth, int turns, int total) {
  const double* const gains = growth.gains(turns, total);
  double sum = 0;
  for (int gain = 0; gain < gains_told; ++gain) sum += gains[gain];
  return sum;
}

int with_gain(int total, int gain) { return std::min(total + gain, totals_told - 1); }

// What a turn adds to a total, to draw from.
class Gains {
 public:
  Gains(const TotalGrowth& growth, int turns) : of_totals_(at(totals_told)) {
    for (int total = 0; total < totals_told; ++total) {
      const double all = chance_of(growth, turns, total);
      if (all < rare) continue;
      const double* const gains = growth.gains(turns, total);
      OfTotal& gained = of_totals_[at(total)];
      double sum = 0;
      for (int gain = 0; gain < gains_told; ++gain) {
        sum += gains[gain];
        gained.up_to[at(gain)] = sum / all;
      }
      int gain = 0;
      for (std::size_t bits = 0; bits < gained.first.size(); ++bits) {
        while (gain < gains_told && gained.up_to[at(gain)] <= static_cast<double>(bits) * 0x1p-8)
          ++gain;
        gained.first[bits] = static_cast<std::uint8_t>(gain);
      }
    }
  }

  int draw(int total, Draw& luck) const {
    const OfTotal& gained = of_totals_[at(total)];
    const std::uint32_t word = luck.word32();
    const double drawn = word * 0x1p-32;
    int gain = gained.first[word >> 24];
    while (gain < gains_told && gained.up_to[at(gain)] <= drawn) ++gain;
    return gain < gains_told ? gain : 0;
  }

 private:
  struct OfTotal {
    std::array<double, gains_told> up_to{};  // probability to gain at most 0, 1, …
    std::array<std::uint8_t, 256> first{};   // by the top bits of a drawn word: the lowest gain
  };
  std::vector<OfTotal> of_totals_;
};

// Counts steps. A step between two integers counts for both in parts.
class StepCount {
 public:
  void count(double step) {
    const double below = std::floor(step);
    const double part = step - below;
    const int number = std::clamp(static_cast<int>(below), -step_max, step_max - 1);
    counts_[at(number + step_max)] += 1 - part;
    counts_[at(number + 1 + step_max)] += part;
    ++all_;
  }

  Steps steps() const {
    const auto counted = [](double count) { return count > 0; };
    const auto first = std::ranges::find_if(counts_, counted);
    const auto last = std::find_if(counts_.rbegin(), counts_.rend(), counted).base();
    Steps steps{static_cast<int>(first - counts_.begin()) - step_max, {}};
    for (auto count = first; count != last; ++count)
      steps.chance.push_back(static_cast<float>(*count / all_));
    return steps;
  }

 private:
  std::array<double, 2 * step_max + 1> counts_{};
  double all_ = 0;
};

}  // namespace

// The distributions of the final totals of all others.
class Forecast::Ends {
 public:
  Ends(const Forecast& forecast, const Others& others) {
    for (int total : others.totals) {
      total = std::clamp(total, 0, totals_told - 1);
      One& one = all_[at(count_++)];
      one = {forecast.ends(others.turns, total).data(), nullptr, 0};
      if (others.moved == 0) continue;
      one.one_more = forecast.ends(others.turns + 1, total).data();
      const double stays = (1 - others.moved) * forecast.common(others.turns)[at(total)];
      const double moved = others.moved * forecast.common(others.turns + 1)[at(total)];
      one.moved = stays + moved > 0 ? moved / (stays + moved) : others.moved;
    }
  }

  int count() const { return count_; }
  double at_most(int other, int total) const {
    return total < 0 ? 0 : all_[at(other)].at_most(total);
  }

  double at_most(int total) const {
    double chance = 1;
    for (int other = 0; other < count_; ++other) chance *= at_most(other, total);
    return chance;
  }

 private:
  struct One {
    const float* so_many;
    const float* one_more;
    double moved;

    double at_most(int total) const {
      if (moved == 0) return so_many[total];
      return (1 - moved) * so_many[total] + moved * one_more[total];
    }
  };

  std::array<One, seats_max> all_;  // of these `count_`; the others are not written
  int count_ = 0;
};

Forecast::Forecast() : numbers_(row(boxes_on_card + 2, 0)) {}

Forecast::Forecast(const TotalGrowth& growth) : Forecast() {
  for (int total = 0; total < totals_told; ++total)
    std::ranges::fill(ends(boxes_on_card, total).subspan(at(total)), 1.f);
  for (int turns = boxes_on_card - 1; turns >= 0; --turns) compute(growth, turns);
}

void Forecast::compute(const TotalGrowth& growth, int turns) {
  for (int total = 0; total < totals_told; ++total) {
    const double all = chance_of(growth, turns, total);
    common(turns)[at(total)] = static_cast<float>(all);
    if (common(turns)[at(total)] < rare) continue;
    float* const sum = ends(turns, total).data();
    for (int gain = 0; gain < gains_told; ++gain) {
      const double chance = growth.gains(turns, total)[gain];
      if (chance == 0) continue;
      const auto part = static_cast<float>(chance / all);
      const float* const next = ends(turns + 1, with_gain(total, gain)).data();
      for (int end = 0; end < totals_told; ++end) sum[end] += part * next[end];
      if (turns == boxes_on_card - 1)
        common(boxes_on_card)[at(with_gain(total, gain))] += static_cast<float>(chance);
    }
  }
  stand_in_for_rare_totals(turns);
}

// Rare totals occur with opponents other than Optimal: their final totals are shifted by the
// difference from the nearest common total.
void Forecast::stand_in_for_rare_totals(int turns) {
  const auto told = [&](int total) {
    return 0 <= total && total < totals_told && common(turns)[at(total)] >= rare;
  };
  for (int total = 0; total < totals_told; ++total) {
    if (told(total)) continue;
    int off = 1;
    while (!told(total - off) && !told(total + off)) ++off;
    const int nearest = told(total - off) ? total - off : total + off;
    for (int end = 0; end < totals_told; ++end) {
      const int there = std::min(end - total + nearest, totals_told - 1);
      ends(turns, total)[at(end)] = there < 0 ? 0 : ends(turns, nearest)[at(there)];
    }
    ends(turns, total).back() = 1;
  }
}

double Forecast::level(const Others& others) const {
  const Ends all(*this, others);
  int low = 0, high = totals_told - 1;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (all.at_most(middle) >= 0.5)
      high = middle;
    else
      low = middle + 1;
  }
  const double below = all.at_most(low - 1), up_to = all.at_most(low);
  return low - 0.5 + (up_to > 0.5 ? (0.5 - below) / (up_to - below) : 1);
}

double Forecast::share(const Others& others, int total) const {
  const Ends all(*this, others);
  total = std::min(total, totals_told - 1);
  // Given that nobody has more: probability that k others have as much.
  std::array<double, seats_max> equals{1};
  for (int other = 0; other < all.count(); ++other) {
    const double less = all.at_most(other, total - 1);
    const double as_much = all.at_most(other, total) - less;
    for (int k = other + 1; k > 0; --k)
      equals[at(k)] = equals[at(k)] * less + equals[at(k - 1)] * as_much;
    equals[0] *= less;
  }
  double share = 0;
  for (int k = 0; k <= all.count(); ++k) share += equals[at(k)] / (k + 1);
  return share;
}

namespace {

// The levels of one other by turns and total, each computed when it is first asked for.
class LevelsOfOne {
 public:
  explicit LevelsOfOne(const Forecast& forecast)
      : forecast_(forecast), known_(at(boxes_on_card * totals_told)) {}

  double level(const Others& one) {
    std::optional<double>& level = known_[at(one.turns * totals_told + one.totals[0])];
    if (!level) level = forecast_.level(one);
    return *level;
  }

 private:
  const Forecast& forecast_;
  std::vector<std::optional<double>> known_;
};

}  // namespace

LevelDistribution level_distribution(const Forecast& forecast, const TotalGrowth& growth,
                                     int others, const Progress& progress) {
  std::vector<Gains> gains;
  for (int turns = 0; turns < boxes_on_card; ++turns) gains.emplace_back(growth, turns);
  std::array<StepCount, boxes_on_card> tallies;
  std::array<int, seats_max> seats;
  const auto totals = std::span(seats).first(at(others));
  std::ranges::fill(totals, 0);
  LevelsOfOne of_one(forecast);
  const auto level_of = [&](const Others& all) {
    return others == 1 ? of_one.level(all) : forecast.level(all);
  };
  LevelDistribution distribution{level_of({totals}), {}};
  const std::uint32_t games = totals_played / static_cast<std::uint32_t>(others);
  constexpr std::uint32_t progress_every = 1 << 10;
  for (std::uint32_t game = 0; game < games; ++game) {
    if (progress && game % progress_every == 0) progress(game, games);
    Draw luck = Chance(0, game).on(0);
    std::ranges::fill(totals, 0);
    double level = distribution.start;
    for (int turns = 0; turns < boxes_on_card; ++turns) {
      for (int& total : totals) total = with_gain(total, gains[at(turns)].draw(total, luck));
      const double next = turns + 1 < boxes_on_card ? level_of({totals, turns + 1})
                                                    : *std::ranges::max_element(totals);
      tallies[at(turns)].count(next - level);
      level = next;
    }
  }
  for (int turns = 0; turns < boxes_on_card; ++turns)
    distribution.steps[at(turns)] = tallies[at(turns)].steps();
  return distribution;
}

}  // namespace hilltop::yahtzee
