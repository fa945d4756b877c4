#include "solvers/block_pivot/basis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/common/dense_lu.h"

namespace cardan::block_pivot {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// The basis is singular if a pivot is below this fraction of the largest (Ã has a diagonal of
/// about 1).
constexpr double kSingular = 1e-14;
/// Unit of rounding of x and w, relative to the largest of each.
constexpr double kRounding = 1e-13;

/// Largest |x_i|.
double largest(const std::vector<double>& x, int n) {
  double size = 0;
  for (int i = 0; i < n; ++i) size = std::max(size, std::fabs(x[i]));
  return size;
}

}  // namespace

void Basis::reserve(int rows) {
  const std::size_t m = rows;
  A_.resize(m * m);
  factor_.resize(m * m);
  for (auto* v : {&b_, &lo_, &hi_, &d_, &x_, &w_, &rhs_}) v->resize(m);
  rows_.resize(m);
  swaps_.resize(m);
  side_.resize(m);
}

void Basis::start(const sdk::ProblemView& problem, const double* lambda) {
  m_ = problem.m();
  for (int i = 0; i < m_; ++i) d_[i] = std::sqrt(problem.step(i));
  const sdk::DenseView A = problem.A();
  for (int j = 0; j < m_; ++j) {
    for (int i = 0; i < m_; ++i) A_[j * m_ + i] = d_[i] * A(i, j) * d_[j];
    b_[j] = d_[j] * problem.b(j);
  }
  for (const cardan_block& block : problem.blocks()) {
    for (int i = block.row; i < block.row + block.dim; ++i) start_row(block, i, lambda[i] / d_[i]);
  }
}

void Basis::start_row(const cardan_block& block, int row, double x) {
  const bool box = block.kind == CARDAN_BOX;
  const double lo = lo_[row] =
      box ? block.lo / d_[row] : (block.kind == CARDAN_FREE ? -kInfinity : 0.0);
  const double hi = hi_[row] = box ? block.hi / d_[row] : kInfinity;
  side_[row] = x <= lo ? Side::kLower : (x >= hi ? Side::kUpper : Side::kBasic);
  // A row with a non-finite guess, or with a single feasible value, is put at a bound.
  if (!std::isfinite(x) || lo == hi) side_[row] = std::isfinite(lo) ? Side::kLower : Side::kBasic;
}

void Basis::start_at_bounds() {
  for (int i = 0; i < m_; ++i) {
    side_[i] = std::isfinite(lo_[i]) ? Side::kLower
                                     : (std::isfinite(hi_[i]) ? Side::kUpper : Side::kBasic);
  }
}

bool Basis::solve(int& factorizations) {
  if (!factor(factorizations)) return false;
  for (int i = 0; i < m_; ++i) {
    x_[i] = side_[i] == Side::kBasic ? 0.0 : (side_[i] == Side::kLower ? lo_[i] : hi_[i]);
  }
  // The second correction refines the first.
  for (int pass = 0; pass < 2; ++pass) {
    compute_w();
    solve_for_correction();
  }
  compute_w();
  for (int k = 0; k < basic_; ++k) {
    if (!std::isfinite(x_[rows_[k]])) return false;
    w_[rows_[k]] = 0;
  }
  rounding_ = kRounding * std::max({largest(x_, m_), largest(b_, m_), 1e-300});
  return true;
}

bool Basis::factor(int& factorizations) {
  basic_ = 0;
  for (int i = 0; i < m_; ++i) {
    if (side_[i] == Side::kBasic) rows_[basic_++] = i;
  }
  for (int i = 0; i < basic_; ++i) {
    for (int j = 0; j < basic_; ++j) factor_[i * basic_ + j] = A_[rows_[j] * m_ + rows_[i]];
  }
  ++factorizations;
  return solvers::factor_lu(factor_.data(), basic_, basic_, swaps_.data()) > kSingular;
}

void Basis::solve_for_correction() {
  for (int k = 0; k < basic_; ++k) rhs_[k] = -w_[rows_[k]];
  solvers::solve_lu(factor_.data(), basic_, basic_, swaps_.data(), rhs_.data());
  for (int k = 0; k < basic_; ++k) x_[rows_[k]] += rhs_[k];
}

void Basis::compute_w() {
  std::copy(b_.begin(), b_.begin() + m_, w_.begin());
  for (int j = 0; j < m_; ++j) {
    const double x = x_[j];
    if (x == 0) continue;
    const double* column = A_.data() + j * m_;
    for (int i = 0; i < m_; ++i) w_[i] += column[i] * x;
  }
}

double Basis::violation(int row) const {
  if (side_[row] == Side::kBasic) return std::max(lo_[row] - x_[row], x_[row] - hi_[row]);
  if (lo_[row] == hi_[row]) return 0;  // λ is fixed, and u is arbitrary
  return side_[row] == Side::kLower ? -w_[row] : w_[row];
}

Side Basis::opposite(int row) const {
  if (side_[row] != Side::kBasic) return Side::kBasic;
  return x_[row] < lo_[row] ? Side::kLower : Side::kUpper;
}

void Basis::write_lambda(double* lambda) const {
  for (int i = 0; i < m_; ++i) lambda[i] = d_[i] * std::clamp(x_[i], lo_[i], hi_[i]);
}

}  // namespace cardan::block_pivot
