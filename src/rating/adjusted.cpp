#include "rating/adjusted.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "rating/elo.hpp"

namespace hilltop::rating {
namespace {

constexpr double rounding_of_variance = 1e-12;  // of the variance of plain results
constexpr std::size_t parts = 8;  // a trial's coefficient is from the seven that it is not in

// Returns the 97.5 % quantile of Student's distribution: Cornish and Fisher's expansion.
double errors_of_95_with(double freedom) {
  const double z = errors_of_95, z3 = z * z * z;
  return z + (z3 + z) / (4 * freedom) +
         (5 * z3 * z * z + 16 * z3 + 3 * z) / (96 * freedom * freedom);
}

Estimate estimate(const std::vector<double>& results) {
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  const auto count = static_cast<double>(results.size());
  Estimate found;
  for (const double result : results) found.mean += result / count;
  if (results.size() < 2) return {found.mean, 0, {-unbounded, unbounded}};
  for (const double result : results)
    found.variance += (result - found.mean) * (result - found.mean) / (count - 1);
  const double margin = errors_of_95_with(count - 1) * std::sqrt(found.variance / count);
  found.range = {found.mean - margin, found.mean + margin};
  return found;
}

}  // namespace

void LuckMoments::add(const LuckyResult& trial) {
  ++trials_;
  result_ += trial.result;
  luck_ += trial.luck;
  both_ += trial.result * trial.luck;
  luck_2_ += trial.luck * trial.luck;
}

LuckMoments LuckMoments::without(const LuckMoments& part) const {
  LuckMoments rest = *this;
  rest.trials_ -= part.trials_;
  rest.result_ -= part.result_;
  rest.luck_ -= part.luck_;
  rest.both_ -= part.both_;
  rest.luck_2_ -= part.luck_2_;
  return rest;
}

double LuckMoments::coefficient() const {
  const auto count = static_cast<double>(trials_);
  const double spread = luck_2_ - luck_ * luck_ / count;
  return spread > 0 ? (both_ - result_ * luck_ / count) / spread : 0;
}

AdjustedResults adjusted_results(std::span<const LuckyResult> trials) {
  AdjustedResults found;
  found.trials = std::ssize(trials);
  std::vector<double> results;
  for (const LuckyResult& trial : trials) results.push_back(trial.result);
  found.plain = found.adjusted = estimate(results);
  if (found.trials < trials_for_coefficient) return found;
  LuckMoments all;
  std::array<LuckMoments, parts> of_part;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    all.add(trials[i]);
    of_part[i % parts].add(trials[i]);
  }
  for (std::size_t i = 0; i < trials.size(); ++i)
    results[i] -= all.without(of_part[i % parts]).coefficient() * trials[i].luck;
  const Estimate adjusted = estimate(results);
  if (!(adjusted.variance < found.plain.variance)) return found;
  found.adjusted = adjusted;
  found.coefficient = all.coefficient();
  found.factor = adjusted.variance > rounding_of_variance * found.plain.variance
                     ? found.plain.variance / adjusted.variance
                     : std::numeric_limits<double>::infinity();
  return found;
}

PairScore strength_of(const AdjustedResults& scores) {
  const auto elo = [](double score) { return elo_of(std::clamp(score, 0., 1.)); };
  const auto& [mean, variance, range] = scores.adjusted;
  PairScore found{.trials = scores.trials, .mean = mean, .variance = variance, .range = range};
  found.elo = elo(mean);
  found.elo_range = {elo(range.low), elo(range.high)};
  const double error = std::sqrt(variance / static_cast<double>(scores.trials));
  if (error > 0) found.superiority = normal_below((mean - 0.5) / error);
  return found;
}

}  // namespace hilltop::rating
