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

// Sums over trials, from which the coefficient of least variance follows.
class LuckMoments {
 public:
  void add(const LuckyResult& trial);
  LuckMoments without(const LuckMoments& part) const;
  std::int64_t trials() const { return trials_; }
  // Returns the share of the luck to take away; 0 if no trial differs in its luck.
  double coefficient() const;

 private:
  std::int64_t trials_ = 0;
  double result_ = 0, luck_ = 0, both_ = 0, luck_2_ = 0;
};

struct AdjustedResults {
  std::int64_t trials = 0;
  Estimate plain, adjusted;  // two estimates of one mean
  double coefficient = 0;    // share of the luck that was taken away
  // Variance of plain results by that of adjusted ones; never below 1, and infinite if they differ
  // in nothing but luck.
  double factor = 1;
};

// The fewest trials from which a coefficient is estimated. With fewer nothing is adjusted.
inline constexpr std::int64_t trials_for_coefficient = 32;

// Takes the luck out of results: result - coefficient * luck. With a coefficient of 1 the variance
// can grow, since the luck of a perfect player is not that of a bot that does not use it; so the
// coefficient is that of least variance (Lavenberg and Welch, "A Perspective on the Use of Control
// Variables", Management Science 27, 1981). Each trial has one from other trials than itself, which
// keeps the mean unbiased. If the variance is not smaller in the end, the coefficient is 0.
AdjustedResults adjusted_results(std::span<const LuckyResult> trials);

// Returns the strength that follows from adjusted scores, which are points per game. Their mean and
// its interval may lie outside of 0 to 1: then there is no bound.
PairScore strength_of(const AdjustedResults& scores);

}  // namespace hilltop::rating
