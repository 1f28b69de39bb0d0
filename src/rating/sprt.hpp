#pragma once
#include <cstdint>
#include <map>

#include "rating/score.hpp"

namespace hilltop::rating {

// A sequential probability ratio test (Wald, "Sequential Tests of Statistical Hypotheses", Annals
// of Mathematical Statistics 16, 1945) between two hypotheses on one side's strength relative to
// the other.
struct Sprt {
  double elo0 = 0, elo1 = 10;        // the hypotheses H0 and H1; elo0 < elo1
  double alpha = 0.05, beta = 0.05;  // probability to accept H1 although H0 holds; H0, although H1

  // Returns Wald's bounds: ln(β / (1-α)), at which H0 is accepted, and ln((1-β) / α), at which H1
  // is.
  Interval bounds() const;
};

enum class Verdict { undecided, h0, h1 };

// Returns the logarithm of the generalised likelihood ratio of elo1 over elo0: how much likelier
// the counts are if the mean score is that of elo1 than if it is that of elo0, each under the
// likeliest distribution with that mean. That distribution weighs the trials with outcome a by 1 /
// (1 + t (a - mean)), with the t that gives it its mean: proposition 1.1 of Van den Bergh's notes
// (hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf); it is Owen's empirical likelihood
// (Biometrika 75, 1988). An outcome that never occurred counts as a thousandth of a trial, as in
// fishtest. Returns 0 without trials.
double log_likelihood_ratio(Counts counts, double elo0, double elo1);

// Results of independent trials that are real numbers, such as differences between two players of
// which luck was taken away: how often each occurred. Positive if the first player was better,
// exactly 0 if neither was.
class Differences {
 public:
  void add(double difference) {
    ++trials_[difference];
    told_ += difference != 0;
  }
  const std::map<double, std::int64_t>& trials() const { return trials_; }
  std::int64_t told() const { return told_; }  // number of those other than 0

 private:
  std::map<double, std::int64_t> trials_;
  std::int64_t told_ = 0;
};

// The fewest differences other than 0 that a ratio of real numbers is made from. Before, a few
// equal differences would look certain: where a player errs once in 200 games, the first 32 are all
// 0.
inline constexpr int differences_told = 20;

// Returns the same ratio for real numbers, with hypotheses on their mean, mean0 < mean1. Nothing is
// assumed of their distribution: a normal curve in its place errs two or three times as often as
// alpha and beta say, because such a test ends while skew and rare large differences still count.
// One outcome a little below and one above all that was seen and both means count as a thousandth
// of a trial each. Returns 0 before `differences_told`.
double log_likelihood_ratio(const Differences& differences, double mean0, double mean1);

// Decides the test. The errors stay near alpha and beta with a generalised ratio: Li, Liu and Ying,
// "Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses", Sequential
// Analysis 33 (2014). Deciding only after batches of trials makes errors slightly rarer and tests
// longer.
Verdict verdict(const Sprt& test, double log_likelihood_ratio);

}  // namespace hilltop::rating
