#include "rating/bradley_terry.hpp"

#include <algorithm>
#include <cmath>

#include "rating/fit.hpp"

namespace hilltop::rating {
namespace {

constexpr double untied_games = 2;  // assumed in addition when estimating how often a pair ties

// Returns the variance of a pair's score; 0 if more games were tied than fits p.
double variance(double games, double ties, double p, double q) {
  const double of_ties = ties / (games + untied_games) / 4;
  return games * std::max(p * q - of_ties, 0.0);
}

// Adds `what`, which belongs to the difference of a and b, as an edge of the graph.
void add(Matrix& matrix, const PairCount& pair, double what) {
  matrix.add(pair.a, pair.a, what);
  matrix.add(pair.b, pair.b, what);
  matrix.add(pair.a, pair.b, -what);
}

Slope slope(std::span<const PairCount> pairs, std::span<const double> strengths) {
  Slope slope(strengths.size());
  for (const PairCount& pair : pairs) {
    if (pair.a == pair.b) continue;
    const auto wins_a = static_cast<double>(pair.wins_a), ties = static_cast<double>(pair.ties),
               wins_b = static_cast<double>(pair.wins_b);
    const double lead = strengths[pair.a] - strengths[pair.b];
    const double p = 1 / (1 + std::exp(-lead)), q = 1 / (1 + std::exp(lead));
    const double games = wins_a + ties + wins_b;
    const double pull = (wins_a + ties / 2) * q - (wins_b + ties / 2) * p;
    slope.gradient[pair.a] += pull;
    slope.gradient[pair.b] -= pull;
    add(slope.information, pair, games * p * q);
    add(slope.noise, pair, variance(games, ties, p, q));
  }
  return slope;
}

}  // namespace

Ratings bradley_terry(std::size_t bots, std::span<const PairCount> pairs) {
  Results results(bots);
  for (const PairCount& pair : pairs) {
    if (pair.wins_a > 0) results.above(pair.a, pair.b);
    if (pair.wins_b > 0) results.above(pair.b, pair.a);
    if (pair.ties > 0) results.level(pair.a, pair.b);
  }
  return fit(results, [&](std::span<const double> at) { return slope(pairs, at); });
}

}  // namespace hilltop::rating
