#pragma once
#include <array>
#include <cstdint>
#include <span>

namespace hilltop::rating {

// Number of times each outcome occurred, from worst to best, spaced evenly from 0 to 1.
using Counts = std::span<const std::int64_t>;
// Games lost, tied and won.
using Trinomial = std::array<std::int64_t, 3>;
// Pairs of games with the same deal and swapped seats, by points: 0, ½, 1, 1½ and 2. The games of a
// pair are correlated; pairs are independent.
using Pentanomial = std::array<std::int64_t, 5>;

struct Interval {
  double low, high;
};

// A side's score in games, or in pairs of games, and the strength that follows from it.
struct PairScore {
  std::int64_t trials = 0;   // games, or pairs
  double mean = 0.5;         // points per game, in [0, 1]
  double variance = 0;       // of one trial's points per game
  Interval range{0, 1};      // 95 % interval of the mean
  double elo = 0;            // of the mean; infinite if all was won or lost
  Interval elo_range{};      // 95 %; infinite if the results set no bound
  double superiority = 0.5;  // probability that this side is the stronger (LOS)
};

// Computes the score of a side. The interval is Wilson's ("Probable Inference", JASA 22, 1927): all
// means within 1.96 of their own standard errors of the observed one. A mean m of trials between 0
// and 1 has a variance of at most m(1-m); Wilson's number of trials is divided by the observed
// fraction of that (the dispersion of a quasi-binomial; McCullagh and Nelder, "Generalized Linear
// Models", 1989, §4.5). Two trials with the full variance are added, so that a few equal results do
// not look certain. For many trials this is mean ± 1.96 √(variance / trials), the formula of chess
// arenas. Superiority is the normal distribution's share below (mean - ½) / √(fraction · ¼ /
// trials).
PairScore score(Counts counts);

}  // namespace hilltop::rating
