#pragma once
#include <cstdint>
#include <span>

#include "rating/score.hpp"

namespace hilltop::rating {

// The result of a trial, and the luck in it: a number whose mean is 0 whatever the players do. With
// mirrored deals a trial is a pair of games, with the sums of both.
struct LuckyResult {
  double result, luck;
};

// An estimate of a mean from independent trials.
struct Estimate {
  double mean = 0;
  double variance = 0;   // of one trial
  Interval range{0, 0};  // 95 % interval of the mean
};

struct AdjustedResults {
  std::int64_t trials = 0;
  Estimate plain, adjusted;  // two estimates of one mean
  double coefficient = 0;    // share of the luck that was taken away
  double factor = 1;         // variance of plain results by that of adjusted ones; never below 1
};

// The fewest trials from which a coefficient is estimated. With fewer nothing is adjusted.
inline constexpr std::int64_t trials_for_coefficient = 32;

// Takes the luck out of results: result - coefficient * luck. With a coefficient of 1 the variance
// can grow, since the luck of a perfect player is not that of a bot that does not use it; so the
// coefficient is that of least variance (Lavenberg and Welch, "A Perspective on the Use of Control
// Variables", Management Science 27, 1981). Each trial has one from other trials than itself, which
// keeps the mean unbiased. If the variance is not smaller in the end, the coefficient is 0.
AdjustedResults adjusted_results(std::span<const LuckyResult> trials);

}  // namespace hilltop::rating
