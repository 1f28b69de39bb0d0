#pragma once
#include "rating/score.hpp"

namespace hilltop::rating {

// A sequential probability ratio test (Wald, "Sequential Tests of Statistical Hypotheses", Annals
// of Mathematical Statistics 16, 1945) of two strengths of one side over the other.
struct Sprt {
  double elo0 = 0, elo1 = 10;        // the hypotheses H0 and H1; elo0 < elo1
  double alpha = 0.05, beta = 0.05;  // the chance to accept H1 where H0 holds, and the other way

  // Wald's bounds: ln(β / (1-α)), where H0 is accepted, and ln((1-β) / α), where H1 is.
  Interval bounds() const;
};

enum class Verdict { undecided, h0, h1 };

// The logarithm of the generalised likelihood ratio of elo1 over elo0: how much likelier the counts
// are if the mean score is that of elo1 than if it is that of elo0, each with the distribution of
// that mean that makes them likeliest. That distribution weighs what was seen of outcome a by
// 1 / (1 + t (a - mean)), with the t that gives it its mean: proposition 1.1 of Van den Bergh's
// notes (hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf); it is Owen's empirical likelihood
// (Biometrika 75, 1988). An outcome that was never seen counts a thousandth of a trial, as in
// Stockfish's arena, fishtest. 0 where there are no trials.
double log_likelihood_ratio(Counts counts, double elo0, double elo1);

// That the errors stay near alpha and beta with such a ratio: Li, Liu and Ying, "Generalized
// Sequential Probability Ratio Test for Separate Families of Hypotheses", Sequential Analysis 33
// (2014). To ask after batches of trials makes errors a little rarer, and tests longer.
Verdict verdict(const Sprt& test, double log_likelihood_ratio);

}  // namespace hilltop::rating
