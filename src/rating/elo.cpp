#include "rating/elo.hpp"

#include <cmath>
#include <numbers>

namespace hilltop::rating {

double expected_score(double elo) { return 1 / (1 + std::exp(-elo / elo_per_unit)); }

double elo_of(double score) { return elo_per_unit * std::log(score / (1 - score)); }

double normal_below(double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; }

}  // namespace hilltop::rating
