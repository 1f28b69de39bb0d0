#include "rating/spsa.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/chance.hpp"

namespace hilltop::rating {
namespace {

// Iterations by which the gain is as if it began later, as a part of all.
constexpr double stability_share = 0.1;

double eighth_power(double x) { return std::sqrt(std::sqrt(std::sqrt(x))); }

bool goes_up(Draw& draw) { return draw.below(2) == 1; }

}  // namespace

Spsa::Spsa(SpsaPlan plan) : plan_(std::move(plan)) {
  path_.emplace_back();
  for (const TunedParameter& parameter : plan_.parameters) path_.front().push_back(parameter.start);
}

double Spsa::perturbation(std::size_t parameter, std::uint32_t iteration) const {
  const double share = static_cast<double>(plan_.iterations) / (iteration + 1.0);
  return plan_.parameters[parameter].step * eighth_power(share);
}

double Spsa::gain(std::uint32_t iteration) const {
  const double before = stability_share * plan_.iterations;
  const double share = (before + plan_.iterations) / (before + iteration + 1.0);
  return plan_.rate * std::sqrt(share) * eighth_power(share);
}

Spsa::Sides Spsa::sides(std::uint32_t iteration) const {
  const std::uint32_t known = iteration + 1 > plan_.ahead ? iteration + 1 - plan_.ahead : 0;
  const std::vector<double>& values = path_.at(known);
  Draw draw = Chance(plan_.key, iteration).on(0);
  Sides sides;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const TunedParameter& parameter = plan_.parameters[i];
    const double move = perturbation(i, iteration) * (goes_up(draw) ? 1 : -1);
    // Both sides are rounded up as often as their fractions demand, and by the same draw.
    const double rounding = draw.word32() * 0x1p-32;
    const auto whole = [&](double value) {
      return static_cast<int>(
          std::floor(std::clamp<double>(value + rounding, parameter.min, parameter.max)));
    };
    sides.plus.push_back(whole(values[i] + move));
    sides.minus.push_back(whole(values[i] - move));
  }
  return sides;
}

void Spsa::take(double score) {
  const std::uint32_t iteration = scored();
  Draw draw = Chance(plan_.key, iteration).on(0);
  std::vector<double> values = path_.back();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double move = perturbation(i, iteration) * (goes_up(draw) ? 1 : -1);
    draw.word32();  // of the rounding
    values[i] = std::clamp<double>(values[i] + gain(iteration) * score * move,
                                   plan_.parameters[i].min, plan_.parameters[i].max);
  }
  path_.push_back(std::move(values));
}

std::vector<int> Spsa::best() const {
  std::vector<int> whole;
  for (const double value : path_.back()) whole.push_back(static_cast<int>(std::lround(value)));
  return whole;
}

double usual_rate(std::uint32_t iterations, std::uint32_t games) {
  return std::sqrt(static_cast<double>(games) / iterations) / 2;
}

}  // namespace hilltop::rating
