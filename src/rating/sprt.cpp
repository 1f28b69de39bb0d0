#include "rating/sprt.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "rating/elo.hpp"

namespace hilltop::rating {
namespace {

constexpr double unseen_trials = 1e-3;
// Enough to shrink an interval of t, a few units wide, below the last bit of the result.
constexpr int halvings = 60;

struct Outcome {
  double points, trials;
};

std::vector<Outcome> outcomes(Counts counts) {
  std::vector<Outcome> seen;
  const auto best = static_cast<double>(counts.size() - 1);
  for (std::size_t k = 0; k < counts.size(); ++k)
    seen.push_back({static_cast<double>(k) / best,
                    counts[k] == 0 ? unseen_trials : static_cast<double>(counts[k])});
  return seen;
}

std::vector<Outcome> outcomes(const Differences& differences, double mean0, double mean1) {
  const double least = differences.trials().begin()->first;
  const double most = differences.trials().rbegin()->first;
  const double beyond = mean1 - mean0;
  std::vector<Outcome> seen{{std::min(least, mean0) - beyond, unseen_trials},
                            {std::max(most, mean1) + beyond, unseen_trials}};
  for (const auto& [difference, trials] : differences.trials())
    seen.push_back({difference, static_cast<double>(trials)});
  return seen;
}

// Returns the t of the likeliest distribution with this mean: the zero of the sum, which decreases
// in t.
double tilt(const std::vector<Outcome>& seen, double mean) {
  const auto [least, most] = std::ranges::minmax(seen, {}, &Outcome::points);
  double low = -1 / (most.points - mean), high = 1 / (mean - least.points);
  for (int i = 0; i < halvings; ++i) {
    const double t = (low + high) / 2;
    double sum = 0;
    for (const auto& [points, trials] : seen)
      sum += trials * (points - mean) / (1 + t * (points - mean));
    (sum > 0 ? low : high) = t;
  }
  return (low + high) / 2;
}

// How much likelier what was seen is under the likeliest distribution with mean1 than under that
// with mean0, as a logarithm.
double ratio(const std::vector<Outcome>& seen, double mean0, double mean1) {
  const double t0 = tilt(seen, mean0), t1 = tilt(seen, mean1);
  double sum = 0;
  for (const Outcome& outcome : seen)
    sum += outcome.trials *
           std::log((1 + t0 * (outcome.points - mean0)) / (1 + t1 * (outcome.points - mean1)));
  return sum;
}

}  // namespace

Interval Sprt::bounds() const {
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

double log_likelihood_ratio(Counts counts, double elo0, double elo1) {
  std::int64_t trials = 0;
  for (const std::int64_t count : counts) trials += count;
  if (trials == 0) return 0;
  return ratio(outcomes(counts), expected_score(elo0), expected_score(elo1));
}

double log_likelihood_ratio(const Differences& differences, double mean0, double mean1) {
  if (differences.told() < differences_told) return 0;
  return ratio(outcomes(differences, mean0, mean1), mean0, mean1);
}

Verdict verdict(const Sprt& test, double log_likelihood_ratio) {
  const Interval bounds = test.bounds();
  if (log_likelihood_ratio <= bounds.low) return Verdict::h0;
  return log_likelihood_ratio >= bounds.high ? Verdict::h1 : Verdict::undecided;
}

}  // namespace hilltop::rating
