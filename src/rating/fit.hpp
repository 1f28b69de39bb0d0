#pragma once
#include <functional>
#include <span>
#include <vector>

#include "rating/ratings.hpp"

namespace hilltop::rating {

// How a log-likelihood changes at some strengths, in natural units.
struct Slope {
  explicit Slope(std::size_t bots) : gradient(bots), information(bots), noise(bots) {}
  std::vector<double> gradient;
  Matrix information;  // less the second derivatives; its rows add up to 0
  Matrix noise;        // the gradient's covariance; its rows add up to 0
};

// Who plays with whom, and comes out at least level.
class Results {
 public:
  explicit Results(std::size_t bots) : holds_(bots, std::vector<bool>(bots)) {}
  // Throws std::out_of_range for a bot that there is not.
  void level(std::size_t a, std::size_t b) { above(a, b), above(b, a); }
  void above(std::size_t winner, std::size_t loser) { holds_.at(winner).at(loser) = true; }

  std::size_t bots() const { return holds_.size(); }
  bool has_played(std::size_t bot) const;
  // By bot: the number of its group (Rating::group); of those who have not played, too.
  std::vector<std::size_t> groups() const;

 private:
  std::vector<bool> reach(std::size_t from, bool upwards) const;

  std::vector<std::vector<bool>> holds_;  // [a][b]: a won from b, or tied with it
};

// The strengths that make results likeliest, given the prior. `slope` belongs to a concave
// log-likelihood that no shift of all strengths changes, made of logarithms of sums of exponentials
// of strengths. Newton's method; a step d whose largest and smallest parts lie R apart is cut to
// ln(1 + R) / R of its length: the third derivative along d is at most R times the second, so that
// each step gains (Sun and Tran-Dinh, "Generalized self-concordant functions", Mathematical
// Programming 178, 2019). The covariance is I⁻¹ N I⁻¹ (White, "Maximum Likelihood Estimation of
// Misspecified Models", Econometrica 50, 1982), which is I⁻¹ where noise N is information I.
Ratings fit(const Results& results, const std::function<Slope(std::span<const double>)>& slope);

}  // namespace hilltop::rating
