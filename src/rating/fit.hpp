#pragma once
#include <functional>
#include <span>
#include <vector>

#include "rating/ratings.hpp"

namespace hilltop::rating {

// The derivatives of a log-likelihood at some strengths, in natural units.
struct Slope {
  explicit Slope(std::size_t bots) : gradient(bots), information(bots), noise(bots) {}
  std::vector<double> gradient;
  Matrix information;  // minus the second derivatives; each row adds up to 0
  Matrix noise;        // the gradient's covariance; each row adds up to 0
};

// Records which bots met, and which of the two won or tied.
class Results {
 public:
  explicit Results(std::size_t bots) : holds_(bots, std::vector<bool>(bots)) {}
  // Throws std::out_of_range for an unknown bot.
  void level(std::size_t a, std::size_t b) { above(a, b), above(b, a); }
  void above(std::size_t winner, std::size_t loser) { holds_.at(winner).at(loser) = true; }

  std::size_t bots() const { return holds_.size(); }
  bool has_played(std::size_t bot) const;
  // Returns each bot's group number (Rating::group), also for bots that have not played.
  std::vector<std::size_t> groups() const;

 private:
  std::vector<bool> reach(std::size_t from, bool upwards) const;

  std::vector<std::vector<bool>> holds_;  // [a][b]: a won or tied a game against b
};

// Returns the strengths that maximize the likelihood of the results, given the prior. `slope`
// belongs to a concave log-likelihood that a shift of all strengths does not change, made of
// logarithms of sums of exponentials of strengths. Newton's method; a step d whose largest and
// smallest components differ by R is cut to ln(1 + R) / R of its length: the third derivative along
// d is at most R times the second, so each step increases the likelihood (Sun and Tran-Dinh,
// "Generalized self-concordant functions", Mathematical Programming 178, 2019). The covariance is
// I⁻¹ N I⁻¹ (White, "Maximum Likelihood Estimation of Misspecified Models", Econometrica 50, 1982),
// which is I⁻¹ if the noise N equals the information I.
Ratings fit(const Results& results, const std::function<Slope(std::span<const double>)>& slope);

}  // namespace hilltop::rating
