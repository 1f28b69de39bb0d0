#include "rating/plackett_luce.hpp"

#include <algorithm>
#include <cmath>

#include "rating/fit.hpp"

namespace hilltop::rating {
namespace {

// Sums over the choices in which a bot could be chosen, per weight e^strength of the bot.
struct Choices {
  double taken = 0;    // sum of 1 / (total weight to choose from)
  double squared = 0;  // sum of 1 / weight²
};

// A place of a ranking: of one bot, or of several that tied.
struct Place {
  std::span<const std::size_t> bots;
  double chosen = 0;  // times a bot of this place is chosen, as its share
  Choices before;     // choices for all places above, in which these bots took part in full
  Choices own;  // choices for this place, each weighted by the fraction of these bots that is left
  double own_pair = 0;  // sum of (fraction left)² / weight²
};

// Returns the places of a ranking with their choices; `weights` are by bot.
std::vector<Place> places(const Ranking& ranking, std::span<const double> weights) {
  std::vector<Place> places;
  for (const auto& bots : ranking.places)
    if (!bots.empty()) places.push_back({.bots = bots});
  std::vector<double> below(places.size() + 1);
  for (std::size_t p = places.size(); p-- > 0;) {
    below[p] = below[p + 1];
    for (const std::size_t bot : places[p].bots) below[p] += weights[bot];
  }
  Choices so_far;
  for (std::size_t p = 0; p < places.size(); ++p) {
    Place& place = places[p];
    const std::size_t tied = place.bots.size();
    const std::size_t choices = p + 1 == places.size() ? tied - 1 : tied;
    place.chosen = static_cast<double>(choices) / static_cast<double>(tied);
    place.before = so_far;
    for (std::size_t j = 0; j < choices; ++j) {
      const double left = static_cast<double>(tied - j) / static_cast<double>(tied);
      const double weight = below[p + 1] + left * (below[p] - below[p + 1]);
      place.own.taken += left / weight;
      place.own.squared += left / (weight * weight);
      place.own_pair += left * left / (weight * weight);
      so_far.taken += 1 / weight;
      so_far.squared += 1 / (weight * weight);
    }
  }
  return places;
}

void add(Slope& slope, const Ranking& ranking, std::span<const double> weights) {
  const auto games = static_cast<double>(ranking.games);
  const std::vector<Place> all = places(ranking, weights);
  for (std::size_t p = 0; p < all.size(); ++p) {
    const Place& place = all[p];
    const double with_own = place.before.squared + place.own_pair;
    for (std::size_t i = 0; i < place.bots.size(); ++i) {
      const std::size_t bot = place.bots[i];
      const double expected = weights[bot] * (place.before.taken + place.own.taken);
      slope.gradient[bot] += games * (place.chosen - expected);
      slope.information.add(bot, bot, games * (expected - weights[bot] * weights[bot] * with_own));
      for (std::size_t j = 0; j < i; ++j)
        slope.information.add(bot, place.bots[j],
                              -games * weights[bot] * weights[place.bots[j]] * with_own);
      for (std::size_t q = p + 1; q < all.size(); ++q)
        for (const std::size_t other : all[q].bots)
          slope.information.add(
              bot, other,
              -games * weights[bot] * weights[other] * (place.before.squared + place.own.squared));
    }
  }
}

Slope slope(std::span<const Ranking> rankings, std::span<const double> strengths) {
  Slope slope(strengths.size());
  std::vector<double> weights;
  for (const double strength : strengths) weights.push_back(std::exp(strength));
  for (const Ranking& ranking : rankings) add(slope, ranking, weights);
  slope.noise = slope.information;
  return slope;
}

Results results(std::size_t bots, std::span<const Ranking> rankings) {
  Results results(bots);
  for (const Ranking& ranking : rankings) {
    if (ranking.games == 0) continue;
    std::span<const std::size_t> above;
    for (const std::vector<std::size_t>& place : ranking.places) {
      for (const std::size_t bot : place) {
        for (const std::size_t better : above) results.above(better, bot);
        results.level(bot, place.front());
      }
      if (!place.empty()) above = place;
    }
  }
  return results;
}

}  // namespace

Ratings plackett_luce(std::size_t bots, std::span<const Ranking> rankings) {
  return fit(results(bots, rankings),
             [&](std::span<const double> at) { return slope(rankings, at); });
}

}  // namespace hilltop::rating
