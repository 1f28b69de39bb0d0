#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace hilltop::rating {

// A symmetric matrix, both halves of it held. Sums run in the order of the rows whatever the
// machine, so that a rating is the same on each; libraries that cut matrices to the size of a cache
// do not promise that.
class Matrix {
 public:
  explicit Matrix(std::size_t rows) : rows_(rows), cells_(rows * rows) {}
  std::size_t rows() const { return rows_; }
  double operator()(std::size_t i, std::size_t j) const { return cells_[i * rows_ + j]; }
  // To (i, j) and, if that is another cell, to (j, i).
  void add(std::size_t i, std::size_t j, double what);

 private:
  std::size_t rows_;
  std::vector<double> cells_;
};

// A positive definite matrix as L Lᵀ (Cholesky), to solve equations with.
class Factor {
 public:
  // Throws std::domain_error if the matrix is not positive definite.
  explicit Factor(const Matrix& matrix);
  // The x of matrix · x = right.
  std::vector<double> solve(std::span<const double> right) const;

 private:
  double lower(std::size_t i, std::size_t j) const { return lower_[i * rows_ + j]; }
  std::size_t rows_;
  std::vector<double> lower_;
};

}  // namespace hilltop::rating
