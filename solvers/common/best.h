#pragma once

#include <algorithm>
#include <limits>
#include <vector>

namespace cardan::solvers {

/// The best iterate so far, by the residual of the natural map [m/s]. The impulses are zero until
/// an iterate with a finite residual is offered.
class Best {
 public:
  void reserve(int rows) {
    lambda_.resize(rows);
    u_.resize(rows);
  }
  void reset(int rows) {
    rows_ = rows;
    worst_block_ = -1;
    residual_ = std::numeric_limits<double>::infinity();
    std::fill(lambda_.begin(), lambda_.begin() + rows, 0.0);
    std::fill(u_.begin(), u_.begin() + rows, 0.0);
  }
  /// Keeps lambda if its residual is smaller, and returns whether it is.
  bool offer(const double* lambda, const double* u, double residual, int worst_block) {
    if (!(residual < residual_)) return false;
    residual_ = residual;
    worst_block_ = worst_block;
    std::copy(lambda, lambda + rows_, lambda_.begin());
    std::copy(u, u + rows_, u_.begin());
    return true;
  }
  void copy_to(double* lambda) const {
    std::copy(lambda_.begin(), lambda_.begin() + rows_, lambda);
  }
  void copy_velocity_to(double* u) const { std::copy(u_.begin(), u_.begin() + rows_, u); }
  const double* lambda() const { return lambda_.data(); }
  double residual() const { return residual_; }
  int worst_block() const { return worst_block_; }

 private:
  std::vector<double> lambda_, u_;  ///< u = A λ + b
  int rows_ = 0;
  int worst_block_ = -1;
  double residual_ = std::numeric_limits<double>::infinity();
};

}  // namespace cardan::solvers
