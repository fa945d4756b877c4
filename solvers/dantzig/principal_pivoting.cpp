#include "solvers/dantzig/principal_pivoting.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cardan::dantzig {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();
/// A row whose pivot is below this fraction of its diagonal depends on the basic rows.
constexpr double kDependent = 1e-12;
/// Unit of rounding of x and w, relative to the largest of each.
constexpr double kRounding = 1e-13;
/// Components of a direction below this fraction of the largest do not block.
constexpr double kNoComponent = 1e-12;
/// Shifts, relative to the largest |b|, that break ties when a solve no longer makes progress.
constexpr double kPerturbation = 1e-10;

double largest(const std::vector<double>& x, int n) {
  double size = 0;
  for (int i = 0; i < n; ++i) size = std::max(size, std::fabs(x[i]));
  return size;
}

}  // namespace

void PrincipalPivoting::reserve(int rows) {
  const std::size_t m = rows;
  A_.resize(m * m);
  for (auto* v : {&b_, &lo_, &hi_, &x_, &w_, &dx_, &dw_, &column_, &exact_b_}) v->resize(m);
  order_.resize(m);
  rows_.resize(m);
  position_.assign(m, -1);
  start_basic_.resize(m);
  ldlt_.reserve(rows);
}

void PrincipalPivoting::choose_partition() {
  for (int i = 0; i < m_; ++i) {
    x_[i] = std::clamp(x_[i], lo_[i], hi_[i]);
    start_basic_[i] = x_[i] > lo_[i] && x_[i] < hi_[i];
  }
}

void PrincipalPivoting::settle_w() {
  compute_w();
  rounding_ = kRounding * std::max({largest(x_, m_), largest(b_, m_), 1e-300});
  for (int k = 0; k < ldlt_.size(); ++k) w_[rows_[k]] = 0;
}

void PrincipalPivoting::factor() {
  ldlt_.clear();
  std::fill(position_.begin(), position_.begin() + m_, -1);
  for (int k = 0; k < m_; ++k) {
    if (start_basic_[order_[k]]) enter(order_[k]);
  }
}

void PrincipalPivoting::solve_basic_rows() {
  // The second correction refines the first.
  for (int pass = 0; pass < 2; ++pass) {
    compute_w();
    for (int k = 0; k < ldlt_.size(); ++k) column_[k] = -w_[rows_[k]];
    ldlt_.solve(column_.data());
    for (int k = 0; k < ldlt_.size(); ++k) x_[rows_[k]] += column_[k];
  }
}

bool PrincipalPivoting::drop_rows_beyond_bounds() {
  const double slack = kRounding * largest(x_, m_);
  bool dropped = false;
  for (int k = 0; k < ldlt_.size(); ++k) {
    const int i = rows_[k];
    if (x_[i] >= lo_[i] - slack && x_[i] <= hi_[i] + slack) continue;
    x_[i] = std::clamp(x_[i], lo_[i], hi_[i]);
    start_basic_[i] = 0;
    dropped = true;
  }
  return dropped;
}

void PrincipalPivoting::compute_w() {
  std::copy(b_.begin(), b_.begin() + m_, w_.begin());
  for (int j = 0; j < m_; ++j) {
    const double x = x_[j];
    if (x == 0) continue;
    const double* column = A_.data() + j * m_;
    for (int i = 0; i < m_; ++i) w_[i] += column[i] * x;
  }
}

int PrincipalPivoting::wrong(int i) const {
  if (w_[i] < -rounding_ && x_[i] < hi_[i]) return 1;
  if (w_[i] > rounding_ && x_[i] > lo_[i]) return -1;
  return 0;
}

int PrincipalPivoting::first_wrong_row() const {
  for (int i = 0; i < m_; ++i) {
    if (!basic(i) && wrong(i) != 0) return i;
  }
  return -1;
}

bool PrincipalPivoting::compute_direction(int i, int direction) {
  const double* own = A_.data() + i * m_;
  const int size = ldlt_.size();
  for (int k = 0; k < size; ++k) column_[k] = -direction * own[rows_[k]];
  ldlt_.solve(column_.data());
  std::fill(dx_.begin(), dx_.begin() + m_, 0.0);
  dx_[i] = direction;
  for (int j = 0; j < m_; ++j) dw_[j] = direction * own[j];
  for (int k = 0; k < size; ++k) {
    const double f = dx_[rows_[k]] = column_[k];
    if (f == 0) continue;
    const double* column = A_.data() + rows_[k] * m_;
    for (int j = 0; j < m_; ++j) dw_[j] += column[j] * f;
  }
  // dxᵀ A dx = dw_i direction; if it vanishes, so does A dx, because A is semidefinite.
  return !(direction * dw_[i] > kDependent * own[i]);
}

PrincipalPivoting::Step PrincipalPivoting::longest_step(int i, int direction, bool null) const {
  // Among equal lengths, the row's own bound comes first, then the smallest index.
  Step step;
  step.length = kUnbounded;
  if (!null) step = {std::fabs(w_[i] / dw_[i]), Block::kOwnVelocity, i, false};
  const double room = direction > 0 ? hi_[i] - x_[i] : x_[i] - lo_[i];
  if (room < step.length) step = {room, Block::kOwnBound, i, direction > 0};
  limit_by_basic_rows(step);
  if (!null) limit_by_other_rows(i, step);
  return step;
}

void PrincipalPivoting::limit_by_basic_rows(Step& step) const {
  const double least = kNoComponent * largest(dx_, m_);
  for (int j = 0; j < m_; ++j) {
    if (!basic(j) || std::fabs(dx_[j]) <= least) continue;
    const bool upper = dx_[j] > 0;
    const double length = std::max(((upper ? hi_[j] : lo_[j]) - x_[j]) / dx_[j], 0.0);
    if (length < step.length) step = {length, Block::kBasicRow, j, upper};
  }
}

void PrincipalPivoting::limit_by_other_rows(int i, Step& step) const {
  // dw_j is a sum of terms A_jk dx_k, |A_jk| ≤ max A_kk. In a row that depends on the basic rows it
  // consists of their rounding, which may exceed a share of the largest dw.
  double terms = 0, diagonal = 0;
  for (int k = 0; k < m_; ++k) {
    terms += std::fabs(dx_[k]);
    diagonal = std::max(diagonal, A_[k * m_ + k]);
  }
  const double least = std::max(kNoComponent * largest(dw_, m_), kRounding * diagonal * terms);
  for (int j = 0; j < m_; ++j) {
    if (basic(j) || j == i || std::fabs(dw_[j]) <= least || wrong(j) != 0) continue;
    // A row would become wrong: w < 0 below hi, w > 0 above lo.
    const bool matters = dw_[j] < 0 ? x_[j] < hi_[j] : x_[j] > lo_[j];
    if (!matters) continue;
    const double length = std::max(-w_[j] / dw_[j], 0.0);
    if (length < step.length) step = {length, Block::kOtherRow, j, false};
  }
}

void PrincipalPivoting::apply(int i, int direction, bool null, const Step& step) {
  for (int k = 0; k < ldlt_.size(); ++k) x_[rows_[k]] += step.length * dx_[rows_[k]];
  x_[i] += step.length * direction;
  if (!null) {
    for (int j = 0; j < m_; ++j) w_[j] += step.length * dw_[j];
    for (int k = 0; k < ldlt_.size(); ++k) w_[rows_[k]] = 0;
  }
  const int j = step.row;
  switch (step.block) {
    case Block::kOwnVelocity:
    case Block::kOtherRow:
      // A row that depends on the basis is not added; its w stays 0 as long as the basic rows have
      // w = 0.
      w_[j] = 0;
      enter(j);
      break;
    case Block::kBasicRow:
      leave(j);
      [[fallthrough]];
    case Block::kOwnBound:
      x_[j] = step.at_upper ? hi_[j] : lo_[j];
      break;
    case Block::kNothing:
      break;
  }
}

bool PrincipalPivoting::enter(int i) {
  const int size = ldlt_.size();
  const double* own = A_.data() + i * m_;
  for (int k = 0; k < size; ++k) column_[k] = own[rows_[k]];
  if (!ldlt_.append(column_.data(), own[i], kDependent * own[i])) return false;
  rows_[size] = i;
  position_[i] = size;
  return true;
}

void PrincipalPivoting::leave(int i) {
  const int k = position_[i];
  ldlt_.remove(k);
  position_[i] = -1;
  for (int p = k; p < ldlt_.size(); ++p) {
    rows_[p] = rows_[p + 1];
    position_[rows_[p]] = p;
  }
}

void PrincipalPivoting::perturb() {
  constexpr double kGolden = 0.61803398874989485;
  perturbed_ = true;
  const double size = kPerturbation * largest(b_, m_);
  std::copy(b_.begin(), b_.begin() + m_, exact_b_.begin());
  for (int i = 0; i < m_; ++i) {
    if (basic(i) || wrong(i) != 0 || lo_[i] == hi_[i]) continue;
    const double fraction = (i + 1) * kGolden;
    const double amount = size * (0.5 + fraction - std::floor(fraction));
    const double shift = x_[i] == lo_[i] ? amount : (x_[i] == hi_[i] ? -amount : 0.0);
    b_[i] += shift;
    w_[i] += shift;
  }
}

void PrincipalPivoting::restore_b() {
  if (perturbed_) std::copy(exact_b_.begin(), exact_b_.begin() + m_, b_.begin());
}

}  // namespace cardan::dantzig
