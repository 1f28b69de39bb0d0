#include "rating/score.hpp"

#include <cmath>

#include "rating/elo.hpp"

namespace hilltop::rating {
namespace {

// Trials with the largest possible variance that are added to those observed.
constexpr double doubtful_trials = 2;

struct Moments {
  double mean, variance;
};

Moments moments(Counts counts, double trials) {
  const auto best = static_cast<double>(counts.size() - 1);
  double sum = 0, squares = 0;
  for (std::size_t k = 0; k < counts.size(); ++k)
    sum += static_cast<double>(counts[k]) * static_cast<double>(k);
  const double mean = sum / best / trials;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double off = static_cast<double>(k) / best - mean;
    squares += static_cast<double>(counts[k]) * off * off;
  }
  return {mean, squares / trials};
}

// Returns the estimated variance of a trial as a fraction of the largest possible, mean (1 - mean);
// in (0, 1].
double share_of_largest(const Moments& m, double trials) {
  const double largest = m.mean * (1 - m.mean);
  if (largest == 0) return 1;
  return (trials * m.variance + doubtful_trials * largest) / ((trials + doubtful_trials) * largest);
}

Interval wilson(double mean, double trials) {
  const double z2 = errors_of_95 * errors_of_95;
  const double middle = (mean + z2 / (2 * trials)) / (1 + z2 / trials);
  const double margin = errors_of_95 / (1 + z2 / trials) *
                        std::sqrt(mean * (1 - mean) / trials + z2 / (4 * trials * trials));
  return {mean == 0 ? 0 : middle - margin, mean == 1 ? 1 : middle + margin};
}

}  // namespace

PairScore score(Counts counts) {
  PairScore score;
  for (const std::int64_t count : counts) score.trials += count;
  if (score.trials > 0) {
    const auto trials = static_cast<double>(score.trials);
    const Moments m = moments(counts, trials);
    const double effective = trials / share_of_largest(m, trials);
    score.mean = m.mean;
    score.variance = m.variance;
    score.range = wilson(m.mean, effective);
    score.superiority = normal_below((m.mean - 0.5) * 2 * std::sqrt(effective));
  }
  score.elo = elo_of(score.mean);
  score.elo_range = {elo_of(score.range.low), elo_of(score.range.high)};
  return score;
}

}  // namespace hilltop::rating
