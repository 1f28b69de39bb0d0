#include "rating/fit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "rating/elo.hpp"

namespace hilltop::rating {
namespace {

constexpr double prior_information = (elo_per_unit / prior_elo) * (elo_per_unit / prior_elo);
constexpr double smallest_step = 1e-10;  // natural units
// Far more than the four to ten steps that a usual table takes: each step moves strengths by a few
// units, and no strength in a table of millions of games exceeds twenty.
constexpr int steps_max = 1000;

// Adds the prior. The matrix of ones fixes the mean of the bots that play, which no result decides,
// at 0.
Slope with_prior(Slope slope, std::span<const double> strengths, const std::vector<bool>& plays) {
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    slope.gradient[i] -= prior_information * strengths[i];
    slope.information.add(i, i, prior_information);
    slope.noise.add(i, i, prior_information);
    for (std::size_t j = 0; j <= i; ++j)
      if (plays[i] && plays[j]) slope.information.add(i, j, 1);
  }
  return slope;
}

std::vector<double> column(const Matrix& matrix, std::size_t j) {
  std::vector<double> cells(matrix.rows());
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = matrix(i, j);
  return cells;
}

// Returns the covariance of the strengths relative to their mean, in Elo.
Matrix covariance(const Slope& slope, const std::vector<bool>& plays) {
  const std::size_t bots = plays.size();
  const Factor information(slope.information);
  std::vector<std::vector<double>> half;  // the columns of information⁻¹ · noise
  for (std::size_t j = 0; j < bots; ++j) half.push_back(information.solve(column(slope.noise, j)));
  const auto players = static_cast<double>(std::ranges::count(plays, true));
  const double to_mean = prior_information + players;
  // The variance of the mean itself, to be removed.
  const double shift = prior_information / (players * to_mean * to_mean);
  Matrix out(bots);
  for (std::size_t i = 0; i < bots; ++i) {
    std::vector<double> row(bots);
    for (std::size_t j = 0; j < bots; ++j) row[j] = half[j][i];
    const std::vector<double> solved = information.solve(row);
    for (std::size_t j = 0; j <= i; ++j)
      if (plays[i] && plays[j]) out.add(i, j, elo_per_unit * elo_per_unit * (solved[j] - shift));
  }
  return out;
}

}  // namespace

bool Results::has_played(std::size_t bot) const {
  for (std::size_t other = 0; other < bots(); ++other)
    if (other != bot && (holds_[bot][other] || holds_[other][bot])) return true;
  return false;
}

std::vector<bool> Results::reach(std::size_t from, bool upwards) const {
  std::vector<bool> reached(bots());
  std::vector<std::size_t> open{from};
  reached[from] = true;
  while (!open.empty()) {
    const std::size_t bot = open.back();
    open.pop_back();
    for (std::size_t next = 0; next < bots(); ++next)
      if (!reached[next] && (upwards ? holds_[next][bot] : holds_[bot][next])) {
        reached[next] = true;
        open.push_back(next);
      }
  }
  return reached;
}

std::vector<std::size_t> Results::groups() const {
  std::vector<std::size_t> group(bots(), bots());
  std::size_t groups = 0;
  for (std::size_t bot = 0; bot < bots(); ++bot) {
    if (group[bot] < bots()) continue;
    const std::vector<bool> below = reach(bot, false), above = reach(bot, true);
    for (std::size_t other = bot; other < bots(); ++other)
      if (below[other] && above[other]) group[other] = groups;
    ++groups;
  }
  return group;
}

Ratings fit(const Results& results, const std::function<Slope(std::span<const double>)>& slope) {
  const std::size_t bots = results.bots();
  std::vector<bool> plays(bots);
  for (std::size_t bot = 0; bot < bots; ++bot) plays[bot] = results.has_played(bot);
  if (bots == 0) return {{}, Matrix(0)};
  std::vector<double> strengths(bots);
  for (int steps = 0;; ++steps) {
    if (steps == steps_max) throw std::logic_error("ratings did not come to rest");
    Slope here = with_prior(slope(strengths), strengths, plays);
    const std::vector<double> step = Factor(here.information).solve(here.gradient);
    const auto [least, most] = std::ranges::minmax(step);
    const double spread = most - least;
    if (spread < smallest_step) {
      const std::vector<std::size_t> groups = results.groups();
      Matrix of_elo = covariance(here, plays);
      std::vector<std::optional<Rating>> ratings(bots);
      for (std::size_t bot = 0; bot < bots; ++bot)
        if (plays[bot])
          ratings[bot] = {elo_per_unit * strengths[bot], errors_of_95 * std::sqrt(of_elo(bot, bot)),
                          groups[bot]};
      return {std::move(ratings), std::move(of_elo)};
    }
    const double share = std::log1p(spread) / spread;
    for (std::size_t bot = 0; bot < bots; ++bot) strengths[bot] += share * step[bot];
  }
}

}  // namespace hilltop::rating
