#include "solvers/lemke/reduction.h"

#include <algorithm>
#include <cmath>

namespace cardan::lemke {
namespace {

/// A free pivot below this fraction of the largest entry (Ã has a diagonal of about 1) belongs to a
/// redundant row, which is solved with this tiny compliance instead.
constexpr double kSingular = 1e-11;
constexpr double kProximal = 1e-9;
/// Below this, the rest of a row after elimination is rounding: the row depends on the others.
constexpr double kRounding = 1e-13;

}  // namespace

void Reduction::reserve(int rows) {
  const std::size_t m = rows;
  order_.resize(m);
  d_.resize(m);
  scaled_.resize(m * (m + 1));
  M_.resize(m * m);
  q_.resize(m);
}

void Reduction::build(const sdk::ProblemView& problem) {
  m_ = problem.m();
  int count = 0;
  for (const cardan_block& block : problem.blocks()) {
    if (block.kind != CARDAN_FREE) continue;
    for (int i = block.row; i < block.row + block.dim; ++i) order_[count++] = i;
  }
  free_ = count;
  for (const cardan_block& block : problem.blocks()) {
    if (block.kind == CARDAN_FREE) continue;
    for (int i = block.row; i < block.row + block.dim; ++i) order_[count++] = i;
  }
  n_ = m_ - free_;
  for (int i = 0; i < m_; ++i) d_[i] = std::sqrt(problem.step(i));

  const sdk::DenseView A = problem.A();
  for (int j = 0; j < m_; ++j) {
    const int column = order_[j];
    for (int i = 0; i < m_; ++i) {
      const int row = order_[i];
      scaled_[i * (m_ + 1) + j] = d_[row] * A(row, column) * d_[column];
    }
  }
  for (int i = 0; i < m_; ++i) scaled_[i * (m_ + 1) + m_] = d_[order_[i]] * problem.b(order_[i]);

  eliminate_free_rows();
  for (int i = 0; i < n_; ++i) {
    const double* row = scaled_.data() + (free_ + i) * (m_ + 1);
    std::copy(row + free_, row + m_, M_.begin() + i * n_);
    q_[i] = row[m_];
  }
}

void Reduction::choose_pivot(int k) {
  const int stride = m_ + 1;
  int row = k, column = k;
  for (int i = k; i < free_; ++i) {
    for (int j = k; j < free_; ++j) {
      if (std::fabs(scaled_[i * stride + j]) > std::fabs(scaled_[row * stride + column])) {
        row = i;
        column = j;
      }
    }
  }
  if (row != k) {
    std::swap_ranges(scaled_.begin() + k * stride, scaled_.begin() + (k + 1) * stride,
                     scaled_.begin() + row * stride);
  }
  if (column != k) {
    for (int i = 0; i < m_; ++i) std::swap(scaled_[i * stride + k], scaled_[i * stride + column]);
    std::swap(order_[k], order_[column]);
  }
}

void Reduction::eliminate_free_rows() {
  const int stride = m_ + 1;
  double largest = 0;
  for (int i = 0; i < free_; ++i) {
    for (int j = 0; j < free_; ++j) largest = std::max(largest, std::fabs(scaled_[i * stride + j]));
  }
  if (largest == 0) largest = 1;
  for (int k = 0; k < free_; ++k) {
    choose_pivot(k);
    double* pivot_row = scaled_.data() + k * stride;
    if (!(std::fabs(pivot_row[k]) > kSingular * largest)) {
      for (int j = 0; j < stride; ++j) {
        if (std::fabs(pivot_row[j]) < kRounding * largest) pivot_row[j] = 0;
      }
      pivot_row[k] = kProximal * largest;
    }
    const double inverse = 1 / pivot_row[k];
    for (int j = k; j < stride; ++j) pivot_row[j] *= inverse;
    for (int i = 0; i < m_; ++i) {
      double* row = scaled_.data() + i * stride;
      const double f = row[k];
      if (i == k || f == 0) continue;
      for (int j = k; j < stride; ++j) row[j] -= f * pivot_row[j];
    }
  }
}

void Reduction::expand(const double* x, double* lambda) const { expand_from(1, x, lambda); }

void Reduction::expand_direction(const double* x, double* lambda) const {
  expand_from(0, x, lambda);
}

void Reduction::expand_from(double bias, const double* x, double* lambda) const {
  for (int i = 0; i < n_; ++i) lambda[order_[free_ + i]] = d_[order_[free_ + i]] * x[i];
  for (int k = 0; k < free_; ++k) {
    const double* row = scaled_.data() + k * (m_ + 1) + free_;
    double value = -bias * row[n_];
    for (int i = 0; i < n_; ++i) value -= row[i] * x[i];
    lambda[order_[k]] = d_[order_[k]] * value;
  }
}

void Reduction::reduce(const double* lambda, double* x) const {
  for (int i = 0; i < n_; ++i) {
    const int row = order_[free_ + i];
    x[i] = std::max(lambda[row] / d_[row], 0.0);
  }
}

}  // namespace cardan::lemke
