#include "rating/matrix.hpp"

#include <cmath>
#include <stdexcept>

namespace hilltop::rating {

void Matrix::add(std::size_t i, std::size_t j, double what) {
  cells_[i * rows_ + j] += what;
  if (i != j) cells_[j * rows_ + i] += what;
}

Factor::Factor(const Matrix& matrix) : rows_(matrix.rows()), lower_(rows_ * rows_) {
  for (std::size_t i = 0; i < rows_; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = matrix(i, j);
      for (std::size_t k = 0; k < j; ++k) rest -= lower(i, k) * lower(j, k);
      if (i == j && !(rest > 0)) throw std::domain_error("a matrix is not positive definite");
      lower_[i * rows_ + j] = i == j ? std::sqrt(rest) : rest / lower(j, j);
    }
}

std::vector<double> Factor::solve(std::span<const double> right) const {
  std::vector<double> x(right.begin(), right.end());
  for (std::size_t i = 0; i < rows_; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= lower(i, k) * x[k];
    x[i] /= lower(i, i);
  }
  for (std::size_t i = rows_; i-- > 0;) {
    for (std::size_t k = i + 1; k < rows_; ++k) x[i] -= lower(k, i) * x[k];
    x[i] /= lower(i, i);
  }
  return x;
}

}  // namespace hilltop::rating
