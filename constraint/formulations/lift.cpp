#include "constraint/formulations/lift.h"

#include <algorithm>

#include "core/resize_with_room.h"

namespace cardan {

void Lift::clear(const BaseProblem& base) {
  Tt_.clear(base.m());
  S_F_.clear(0);
  c_.clear();
  const auto rows = static_cast<std::size_t>(base.m());
  assign_with_room(rows, 0.0, t0_);
  assign_with_room(rows, 0.0, added_S_);
  epsilon_ = 0;
  same_ = true;
  stride_ = 0;
}

void Lift::end_row(double c) {
  same_ = same_ && c == 0;
  Tt_.end_row();
  S_F_.end_row();
  c_.push_back(c);
}

namespace {

/// Transpose by counting sort. Columns of the result ascend.
void transpose(const SparseRows& from, SparseRows& to) {
  to.cols = from.rows();
  assign_with_room(static_cast<std::size_t>(from.cols) + 2, std::int32_t{0}, to.start);
  for (const std::int32_t column : from.index) ++to.start[column + 2];
  for (int i = 2; i < from.cols + 2; ++i) to.start[i] += to.start[i - 1];
  resize_with_room(from.index.size(), to.index);
  resize_with_room(from.index.size(), to.value);
  for (int row = 0; row < from.rows(); ++row) {
    for (std::int32_t k = from.start[row]; k < from.start[row + 1]; ++k) {
      const std::int32_t at = to.start[from.index[k] + 1]++;
      to.index[at] = row;
      to.value[at] = from.value[k];
    }
  }
  to.start.pop_back();
}

/// Appends a row of `from` times a factor without ending it.
void append_row(const SparseRows& from, int row, double factor, SparseRows& to) {
  for (std::int32_t k = from.start[row]; k < from.start[row + 1]; ++k) {
    to.push(from.index[k], factor * from.value[k]);
  }
}

}  // namespace

void Lift::make_room(const BaseProblem& base) {
  const std::size_t width = std::max(base.Y.cols, rows());
  if (sum_.size() < width) {
    sum_.resize(width, 0.0);
    seen_.resize(width, 0);
  }
}

namespace {

/// Copies rows 0, stride, 2 stride … of the base.
void pick_rows(const SparseRows& from, int stride, SparseRows& to) {
  to.cols = from.cols;
  to.start.assign(1, 0);
  std::int32_t entries = 0;
  for (int row = 0; row < from.rows(); row += stride) {
    entries += from.start[row + 1] - from.start[row];
    to.start.push_back(entries);
  }
  resize_with_room(entries, to.index);
  resize_with_room(entries, to.value);
  for (int row = 0; row < from.rows(); row += stride) {
    const std::int32_t at = to.start[row / stride], first = from.start[row];
    std::copy_n(from.index.data() + first, from.start[row + 1] - first, to.index.data() + at);
    std::copy_n(from.value.data() + first, from.start[row + 1] - first, to.value.data() + at);
  }
}

/// Copies the compliance of these rows as a diagonal S.
void pick_diagonal(const std::vector<double>& diagonal, int stride, SparseRows& to) {
  const int rows = static_cast<int>(diagonal.size()) / stride;
  to.clear(rows);
  for (int row = 0; row < rows; ++row) {
    const double S_ii = diagonal[row * stride];
    if (S_ii != 0) to.push(row, S_ii);
    to.end_row();
  }
}

}  // namespace

void Lift::copy_matrix(const BaseProblem& base, Problem& problem) const {
  if (stride_ == kNormals) {
    pick_rows(base.Y, kNormals, problem.Y);
  } else {
    problem.Y = base.Y;
  }
  pick_diagonal(base.S, std::max(stride_, 1), problem.S);
}

void Lift::write_matrix(const BaseProblem& base, Problem& problem) {
  if (stride_ > 0 || is_identity()) return copy_matrix(base, problem);
  const int m = rows();
  transpose(Tt_, T_);
  problem.Y.clear(base.Y.cols);
  problem.S.clear(m);
  make_room(base);
  for (int row = 0; row < m; ++row) {
    write_lifted_row(base.Y.view(), row, problem.Y);
    write_compliance_row(base, row, problem.Y, problem.S);
    problem.S.end_row();
  }
}

void Lift::write_mixed_matrix(const BaseProblem& base, Problem& problem) {
  const int m = rows(), n = base.Y.cols;
  transpose(Tt_, T_);
  make_room(base);
  J_F_.clear(n);
  Y_F_.clear(n);
  for (int row = 0; row < m; ++row) {
    write_lifted_row(base.mass_form.J.view(), row, J_F_);
    write_lifted_row(base.Y.view(), row, Y_F_);
  }
  transpose(J_F_, J_Ft_);
  problem.Y.clear(0);
  problem.S.clear(m);
  for (int row = 0; row < m; ++row) {
    if (row < n) {
      append_row(base.mass_form.M, row, 1, problem.S);
      append_row(J_Ft_, row, -1, problem.S);
    } else {
      append_row(J_F_, row, 1, problem.S);
      write_compliance_row(base, row, Y_F_, problem.S);
    }
    problem.S.end_row();
    problem.Y.end_row();
  }
}

/// Appends a row of Tᵀ X: a copy if T has one entry, else the merged sum.
void Lift::write_lifted_row(const cardan_rows& X, int row, SparseRows& to) {
  const std::int32_t begin = Tt_.start[row], end = Tt_.start[row + 1];
  if (end == begin + 1 && Tt_.value[begin] == 1) {
    const std::int32_t first = X.start[Tt_.index[begin]], last = X.start[Tt_.index[begin] + 1];
    to.index.insert(to.index.end(), X.index + first, X.index + last);
    to.value.insert(to.value.end(), X.value + first, X.value + last);
    to.end_row();
    return;
  }
  touched_.clear();
  for (std::int32_t k = begin; k < end; ++k) {
    const int source = Tt_.index[k];
    for (std::int32_t e = X.start[source]; e < X.start[source + 1]; ++e) {
      const std::int32_t column = X.index[e];
      if (!seen_[column]) {
        seen_[column] = 1;
        touched_.push_back(column);
      }
      sum_[column] += Tt_.value[k] * X.value[e];
    }
  }
  // Already sorted in the common case, since the rows of one contact share their pattern.
  if (!std::is_sorted(touched_.begin(), touched_.end()))
    std::sort(touched_.begin(), touched_.end());
  for (const std::int32_t column : touched_) {
    to.push(column, sum_[column]);
    sum_[column] = 0;
    seen_[column] = 0;
  }
  to.end_row();
}

void Lift::write_compliance_row(const BaseProblem& base, int row, const SparseRows& Y,
                                SparseRows& S) {
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
    const double S_ii = base.S[source] + added_S_[source];
    if (S_ii == 0) continue;
    for (std::int32_t e = T_.start[source]; e < T_.start[source + 1]; ++e) {
      add(T_.index[e], S_ii * (Tt_.value[k] * T_.value[e]));
    }
  }
  if (epsilon_ > 0 && Tt_.start[row + 1] > Tt_.start[row]) {
    double A_ii = seen_[row] ? sum_[row] : 0.0;
    for (std::int32_t k = Y.start[row]; k < Y.start[row + 1]; ++k) {
      A_ii += Y.value[k] * Y.value[k];
    }
    add(row, epsilon_ * A_ii);
  }
  for (std::int32_t k = S_F_.start[row]; k < S_F_.start[row + 1]; ++k) {
    add(S_F_.index[k], S_F_.value[k]);
  }
  if (!std::is_sorted(touched_.begin(), touched_.end()))
    std::sort(touched_.begin(), touched_.end());
  for (const std::int32_t column : touched_) {
    S.push(column, sum_[column]);
    sum_[column] = 0;
    seen_[column] = 0;
  }
}

void Lift::write_bias(const BaseProblem& base, const double* b_C, Problem& problem) {
  if (stride_ == kNormals) {
    resize_with_room(rows(), problem.b);
    for (int row = 0; row < rows(); ++row) problem.b[row] = b_C[kNormals * row];
    return;
  }
  if (is_identity()) return problem.b.assign(b_C, b_C + base.m());
  // b_C + A_C t0. The product is needed only with a known impulse.
  b_.assign(b_C, b_C + base.m());
  if (std::any_of(t0_.begin(), t0_.end(), [](double t) { return t != 0; })) {
    const cardan_rows Y_C = base.Y.view();
    z_.assign(Y_C.cols, 0.0);
    add_transposed(Y_C, t0_.data(), z_.data());
    for (int i = 0; i < base.m(); ++i)
      b_[i] += sparse_dot(Y_C, i, z_.data()) + (base.S[i] + added_S_[i]) * t0_[i];
  }
  const cardan_rows Tt = Tt_.view();
  problem.b.resize(rows());
  for (int row = 0; row < rows(); ++row) {
    problem.b[row] = sparse_dot(Tt, row, b_.data()) + c_[row];
  }
}

void Lift::write_mixed_bias(const BaseProblem& base, const double* b_C, Problem& problem) {
  const MassForm& form = base.mass_form;
  const int n = base.Y.cols;
  b_.resize(base.m());
  for (int i = 0; i < base.m(); ++i)
    b_[i] = b_C[i] - form.u_free[i] + (base.S[i] + added_S_[i]) * t0_[i];
  z_.assign(n, 0.0);
  add_transposed(form.J.view(), t0_.data(), z_.data());
  const cardan_rows Tt = Tt_.view();
  problem.b.resize(rows());
  for (int row = 0; row < n; ++row) problem.b[row] = -form.p_free[row] - z_[row];
  for (int row = n; row < rows(); ++row) {
    problem.b[row] = sparse_dot(Tt, row, b_.data()) + c_[row];
  }
}

void Lift::to_base(const double* lambda, double* lambda_C) const {
  if (stride_ == kNormals) {
    std::fill_n(lambda_C, Tt_.cols, 0.0);
    for (int row = 0; row < rows(); ++row) lambda_C[kNormals * row] = lambda[row];
    return;
  }
  if (is_identity()) {
    std::copy(lambda, lambda + rows(), lambda_C);
    return;
  }
  std::copy(t0_.begin(), t0_.end(), lambda_C);
  add_transposed(Tt_.view(), lambda, lambda_C);
}

}  // namespace cardan
