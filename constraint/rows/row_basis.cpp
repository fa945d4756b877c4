#include "constraint/rows/row_basis.h"

#include <algorithm>
#include <cmath>

namespace cardan {

namespace {

// Loops are closed to about 1e-12, so redundancy is visible to about that accuracy. A mechanism
// this close to a singular posture does not resist along the lost direction either.
constexpr double kDependent = 1e-7;
constexpr double kCancelled = 0.1;  // below this fraction of the length, a second pass is made

double norm_of(const double* x, int begin, int end) {
  double sum = 0;
  for (int i = begin; i < end; ++i) sum += x[i] * x[i];
  return std::sqrt(sum);
}

}  // namespace

void RowBasis::clear(int cols) {
  cols_ = cols;
  Q_.clear();
  R_.clear();
  first_.clear();
  last_.clear();
  rest_.assign(cols, 0.0);
}

void RowBasis::subtract_known(int* begin, int* end) {
  double* R = R_.data() + R_.size() - static_cast<std::size_t>(rank());
  for (int k = 0; k < rank(); ++k) {
    const int lo = std::max(*begin, first_[k]), hi = std::min(*end, last_[k]);
    if (lo >= hi) continue;
    const double* q = Q_.data() + static_cast<std::size_t>(k) * cols_;
    double dot = 0;
    for (int i = lo; i < hi; ++i) dot += q[i] * rest_[i];
    if (dot == 0) continue;
    for (int i = first_[k]; i < last_[k]; ++i) rest_[i] -= dot * q[i];
    R[k] += dot;
    *begin = std::min(*begin, first_[k]);
    *end = std::max(*end, last_[k]);
  }
}

bool RowBasis::add(const double* row) {
  int begin = 0, end = cols_;
  while (begin < end && row[begin] == 0) ++begin;
  while (end > begin && row[end - 1] == 0) --end;
  const double size = norm_of(row, begin, end);
  if (!(size > 0) || !std::isfinite(size)) return false;

  std::copy(row, row + cols_, rest_.begin());
  const std::size_t known = R_.size();
  R_.resize(known + static_cast<std::size_t>(rank()), 0.0);
  subtract_known(&begin, &end);
  double left = norm_of(rest_.data(), begin, end);
  if (left < kCancelled * size) {
    subtract_known(&begin, &end);
    left = norm_of(rest_.data(), begin, end);
  }
  if (!(left > kDependent * size)) {
    R_.resize(known);
    return false;
  }
  R_.push_back(left);
  Q_.resize(Q_.size() + static_cast<std::size_t>(cols_), 0.0);
  double* q = Q_.data() + Q_.size() - static_cast<std::size_t>(cols_);
  for (int i = begin; i < end; ++i) q[i] = rest_[i] / left;
  first_.push_back(begin);
  last_.push_back(end);
  return true;
}

void RowBasis::solve(const double* c, double* x) {
  // R t = c by forward substitution, x = Qᵀ t.
  t_.assign(rank(), 0.0);
  std::fill(x, x + cols_, 0.0);
  const double* R = R_.data();
  for (int k = 0; k < rank(); ++k) {
    double sum = c[k];
    for (int j = 0; j < k; ++j) sum -= R[j] * t_[j];
    t_[k] = sum / R[k];
    R += k + 1;
    const double* q = Q_.data() + static_cast<std::size_t>(k) * cols_;
    for (int i = first_[k]; i < last_[k]; ++i) x[i] += t_[k] * q[i];
  }
}

void RowBasis::coefficients(double* y) const {
  // Rᵀ y = t by backward substitution.
  for (int k = rank() - 1; k >= 0; --k) {
    double sum = t_[k];
    for (int i = k + 1; i < rank(); ++i)
      sum -= R_[static_cast<std::size_t>(i) * (i + 1) / 2 + k] * y[i];
    y[k] = sum / R_[static_cast<std::size_t>(k) * (k + 1) / 2 + k];
  }
}

}  // namespace cardan
