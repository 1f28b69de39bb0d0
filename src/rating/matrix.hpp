#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace hilltop::rating {

// A symmetric matrix that stores both halves. Sums always run in row order, so that a rating is the
// same on every machine; libraries that split matrices by cache size do not promise that.
class Matrix {
 public:
  explicit Matrix(std::size_t rows) : rows_(rows), cells_(rows * rows) {}
  std::size_t rows() const { return rows_; }
  double operator()(std::size_t i, std::size_t j) const { return cells_[i * rows_ + j]; }
  // Adds `what` to (i, j) and, if that is another cell, to (j, i).
  void add(std::size_t i, std::size_t j, double what);

 private:
  std::size_t rows_;
  std::vector<double> cells_;
};

// A positive definite matrix factored as L Lᵀ (Cholesky), for solving equations.
class Factor {
 public:
  // Throws std::domain_error if the matrix is not positive definite.
  explicit Factor(const Matrix& matrix);
  // Returns the x of matrix · x = right.
  std::vector<double> solve(std::span<const double> right) const;

 private:
  double lower(std::size_t i, std::size_t j) const { return lower_[i * rows_ + j]; }
  std::size_t rows_;
  std::vector<double> lower_;
};

}  // namespace hilltop::rating
