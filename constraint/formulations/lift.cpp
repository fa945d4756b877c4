#include <algorithm>

#include "cardan/constraint/formulations/lift_internal.h"

namespace cardan {

void Lift::clear(const BaseProblem& base) {
  Tt_.clear(base.m());
  S_F_.clear(0);
  c_.clear();
  t0_.assign(base.m(), 0.0);
  epsilon_ = 0;
}

void Lift::end_row(double c) {
  Tt_.end_row();
  S_F_.end_row();
  c_.push_back(c);
}

void Lift::write_matrix(const BaseProblem& base, Problem& problem) {
  const int m = rows();
  transpose();
  problem.Y.clear(base.Y.cols);
  problem.S.clear(m);
  const std::size_t width = std::max(base.Y.cols, m);
  if (sum_.size() < width) {
    sum_.resize(width, 0.0);
    seen_.resize(width, 0);
  }
  for (int row = 0; row < m; ++row) {
    write_lifted_row(base, row, problem);
    write_compliance_row(base, row, problem);
  }
}

/// Row of Tᵀ Y_C: a copy where T picks one base row, else the merged sum.
void Lift::write_lifted_row(const BaseProblem& base, int row, Problem& problem) {
  const cardan_rows Y_C = base.Y.view();
  const std::int32_t begin = Tt_.start[row], end = Tt_.start[row + 1];
  if (end == begin + 1 && Tt_.value[begin] == 1) {
    const std::int32_t first = Y_C.start[Tt_.index[begin]], last = Y_C.start[Tt_.index[begin] + 1];
    problem.Y.index.insert(problem.Y.index.end(), Y_C.index + first, Y_C.index + last);
    problem.Y.value.insert(problem.Y.value.end(), Y_C.value + first, Y_C.value + last);
    problem.Y.end_row();
    return;
  }
  touched_.clear();
  for (std::int32_t k = begin; k < end; ++k) {
    const int source = Tt_.index[k];
    for (std::int32_t e = Y_C.start[source]; e < Y_C.start[source + 1]; ++e) {
      const std::int32_t column = Y_C.index[e];
      if (!seen_[column]) {
        seen_[column] = 1;
        touched_.push_back(column);
      }
      sum_[column] += Tt_.value[k] * Y_C.value[e];
    }
  }
  // The rows of one contact have one pattern, so that this is sorted already.
  if (!std::is_sorted(touched_.begin(), touched_.end()))
    std::sort(touched_.begin(), touched_.end());
  for (const std::int32_t column : touched_) {
    problem.Y.push(column, sum_[column]);
    sum_[column] = 0;
    seen_[column] = 0;
  }
  problem.Y.end_row();
}

/// Row of Tᵀ S_C T + S_F + ε diag(A).
void Lift::write_compliance_row(const BaseProblem& base, int row, Problem& problem) {
  touched_.clear();
  const auto add = [&](std::int32_t column, double value) {
    if (!seen_[column]) {
      seen_[column] = 1;
      touched_.push_back(column);
    }
    sum_[column] += value;
  };
  for (std::int32_t k = Tt_.start[row]; k < Tt_.start[row + 1]; ++k) {
    const int source = Tt_.index[k];
    if (base.S[source] == 0) continue;
    for (std::int32_t e = T_.start[source]; e < T_.start[source + 1]; ++e) {
      add(T_.index[e], Tt_.value[k] * base.S[source] * T_.value[e]);
    }
  }
  if (epsilon_ > 0 && Tt_.start[row + 1] > Tt_.start[row]) {
    double A_ii = seen_[row] ? sum_[row] : 0.0;
    for (std::int32_t k = problem.Y.start[row]; k < problem.Y.start[row + 1]; ++k) {
      A_ii += problem.Y.value[k] * problem.Y.value[k];
    }
    add(row, epsilon_ * A_ii);
  }
  for (std::int32_t k = S_F_.start[row]; k < S_F_.start[row + 1]; ++k) {
    add(S_F_.index[k], S_F_.value[k]);
  }
  if (!std::is_sorted(touched_.begin(), touched_.end()))
    std::sort(touched_.begin(), touched_.end());
  for (const std::int32_t column : touched_) {
    problem.S.push(column, sum_[column]);
    sum_[column] = 0;
    seen_[column] = 0;
  }
  problem.S.end_row();
}

void Lift::write_bias(const BaseProblem& base, const double* b_C, Problem& problem) {
  // b_C + A_C t0, the product only where there is a known impulse.
  b_.assign(b_C, b_C + base.m());
  if (std::any_of(t0_.begin(), t0_.end(), [](double t) { return t != 0; })) {
    const cardan_rows Y_C = base.Y.view();
    z_.assign(Y_C.cols, 0.0);
    add_transposed(Y_C, t0_.data(), z_.data());
    for (int i = 0; i < base.m(); ++i) b_[i] += sparse_dot(Y_C, i, z_.data()) + base.S[i] * t0_[i];
  }
  const cardan_rows Tt = Tt_.view();
  problem.b.resize(rows());
  for (int row = 0; row < rows(); ++row) {
    problem.b[row] = sparse_dot(Tt, row, b_.data()) + c_[row];
  }
}

void Lift::to_base(const double* lambda, double* lambda_C) const {
  std::copy(t0_.begin(), t0_.end(), lambda_C);
  add_transposed(Tt_.view(), lambda, lambda_C);
}

/// T from Tᵀ by counting; rows come out with ascending columns.
void Lift::transpose() {
  const int m_C = Tt_.cols;
  T_.cols = rows();
  T_.start.assign(m_C + 2, 0);
  for (const std::int32_t column : Tt_.index) ++T_.start[column + 2];
  for (int i = 2; i < m_C + 2; ++i) T_.start[i] += T_.start[i - 1];
  T_.index.resize(Tt_.index.size());
  T_.value.resize(Tt_.index.size());
  for (int row = 0; row < rows(); ++row) {
    for (std::int32_t k = Tt_.start[row]; k < Tt_.start[row + 1]; ++k) {
      const std::int32_t at = T_.start[Tt_.index[k] + 1]++;
      T_.index[at] = row;
      T_.value[at] = Tt_.value[k];
    }
  }
  T_.start.pop_back();
}

}  // namespace cardan
