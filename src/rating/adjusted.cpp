#include "rating/adjusted.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "rating/elo.hpp"

namespace hilltop::rating {
namespace {

constexpr std::size_t parts = 8;  // a trial's coefficient is from the seven that it is not in

// Sums over trials, from which a coefficient follows.
struct LuckMoments {
  double trials = 0, result = 0, luck = 0, both = 0, luck_2 = 0;

  void add(const LuckyResult& trial) {
    ++trials;
    result += trial.result;
    luck += trial.luck;
    both += trial.result * trial.luck;
    luck_2 += trial.luck * trial.luck;
  }
  LuckMoments without(const LuckMoments& part) const {
    return {trials - part.trials, result - part.result, luck - part.luck, both - part.both,
            luck_2 - part.luck_2};
  }
  double coefficient() const {
    const double spread = luck_2 - luck * luck / trials;
    return spread > 0 ? (both - result * luck / trials) / spread : 0;
  }
};

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
  found.factor = found.plain.variance / adjusted.variance;
  return found;
}

}  // namespace hilltop::rating
