#include "rating/ratings.hpp"

#include <cmath>

#include "rating/elo.hpp"

namespace hilltop::rating {

Difference Ratings::difference(std::size_t a, std::size_t b) const {
  const double elo = ratings_.at(a).value().elo - ratings_.at(b).value().elo;
  const double error =
      a == b ? 0 : std::sqrt(covariance_(a, a) + covariance_(b, b) - 2 * covariance_(a, b));
  return {elo, errors_of_95 * error, a == b ? 0.5 : normal_below(elo / error)};
}

}  // namespace hilltop::rating
