#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace hilltop::rating {

// How often each outcome was seen, from worst to best, at even distances from 0 to 1.
using Counts = std::span<const std::int64_t>;
// Games that were lost, tied, won.
using Trinomial = std::array<std::int64_t, 3>;
// Pairs of games with the same luck and swapped seats that brought 0, ½, 1, 1½ and 2 points. Two
// games of a pair are not independent, two pairs are.
using Pentanomial = std::array<std::int64_t, 5>;

struct Interval {
  double low, high;
};

// What a side scored in games, or in pairs of games, and what that says of its strength.
struct PairScore {
  std::int64_t trials = 0;   // games, or pairs
  double mean = 0.5;         // points a game, in [0, 1]
  double variance = 0;       // of one trial's points a game
  Interval range{0, 1};      // 95 %, of the mean
  double elo = 0;            // of the mean: infinite if all was won or lost
  Interval elo_range{};      // 95 %; infinite where the results set no bound
  double superiority = 0.5;  // the chance that this side is the stronger one (LOS)
};

// The interval is Wilson's ("Probable Inference", JASA 22, 1927): those means that do not lie more
// than 1.96 of their own standard errors from what was seen. A mean m of trials between 0 and 1 has
// a variance of at most m(1-m); Wilson's trials are divided by the share of that which was seen
// (the dispersion of a quasi-binomial; McCullagh and Nelder, "Generalized Linear Models", 1989,
// §4.5), two more trials with all of it counted in, so that few equal results do not seem certain.
// For many trials this is mean ± 1.96 √(variance / trials), the formula of chess's arenas.
// Superiority is the normal distribution's share below (mean - ½) / √(share · ¼ / trials).
PairScore score(Counts counts);

}  // namespace hilltop::rating
