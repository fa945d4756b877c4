#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "solvers/conic/nonnegative_qp.h"

namespace cardan::conic {
namespace {

/// Degrees of freedom of a free body.
constexpr int kBody = 6;

/// True if every row has all six columns of a free body or none.
bool has_whole_bodies(const sdk::ProblemView& problem) {
  for (int i = 0; i < problem.m(); ++i) {
    const sdk::SparseRow y = problem.Y_row(i);
    if (y.size % kBody != 0) return false;
    for (int k = 0; k < y.size; k += kBody)
      if (y.index[k] % kBody != 0 || y.index[k + kBody - 1] != y.index[k] + kBody - 1) return false;
  }
  return true;
}

template <int Width>
double dot(const double* x, const double* y) {
  if constexpr (Width == 1) {
    return x[0] * y[0];
  } else {
    using Row = Eigen::Map<const Eigen::Matrix<double, Width, 1>>;
    return Row(x).dot(Row(y));
  }
}

}  // namespace

void NonnegativeQp::reserve(const cardan_size& size) {
  const auto rows = static_cast<std::size_t>(size.m);
  const auto entries = static_cast<std::size_t>(size.nnz_Y);
  body_start_.resize(static_cast<std::size_t>(size.cols) + 2);
  body_row_.resize(entries);
  body_entry_.resize(entries);
  for (auto* of_rows : {&lower_start_, &start_, &fill_, &face_start_}) of_rows->resize(rows + 1);
  for (auto* of_rows : {&mark_, &at_, &place_}) of_rows->resize(rows);
  face_.reserve(rows);
  for (auto* of_rows : {&diagonal_, &inverse_, &root_, &b_, &residual_, &unit_, &solution_,
                        &direction_, &image_, &rest_, &trial_, &moved_}) {
    of_rows->resize(rows);
  }
  index_.resize(kMostEntries * rows);
  value_.resize(kMostEntries * rows);
  for (auto* of_lower : {&lower_index_, &face_index_}) of_lower->resize(kMostEntries / 2 * rows);
  for (auto* of_lower : {&lower_value_, &face_value_}) of_lower->resize(kMostEntries / 2 * rows);
}

bool NonnegativeQp::build(const sdk::ProblemView& problem) {
  const auto blocks = problem.blocks();
  if (!std::all_of(blocks.begin(), blocks.end(),
                   [](const cardan_block& block) { return block.kind == CARDAN_NONNEGATIVE; })) {
    return false;
  }
  rows_ = problem.m();
  if (has_whole_bodies(problem)) {
    collect_bodies<kBody>(problem);
    if (!build_lower<kBody>(problem)) return false;
  } else {
    collect_bodies<1>(problem);
    if (!build_lower<1>(problem)) return false;
  }
  mirror();
  return true;
}

template <int Width>
void NonnegativeQp::collect_bodies(const sdk::ProblemView& problem) {
  // Counting sort: start of body c in entry c + 1 while it is filled.
  const int bodies = (problem.cols() + Width - 1) / Width;
  std::fill_n(body_start_.begin(), bodies + 2, 0);
  for (int i = 0; i < rows_; ++i) {
    const sdk::SparseRow y = problem.Y_row(i);
    for (int k = 0; k < y.size; k += Width) ++body_start_[y.index[k] / Width + 2];
  }
  for (int c = 2; c < bodies + 2; ++c) body_start_[c] += body_start_[c - 1];
  for (int i = 0; i < rows_; ++i) {
    const sdk::SparseRow y = problem.Y_row(i);
    for (int k = 0; k < y.size; k += Width) {
      const std::int32_t at = body_start_[y.index[k] / Width + 1]++;
      body_row_[at] = i;
      body_entry_[at] = static_cast<std::int32_t>(y.value + k - problem.raw().Y.value);
    }
  }
}

template <int Width>
bool NonnegativeQp::build_lower(const sdk::ProblemView& problem) {
  // Derived from this problem and not from the storage, because reserved sizes must not change an
  // answer.
  const std::size_t most = static_cast<std::size_t>(kMostEntries / 2) * rows_;
  const double* entries = problem.raw().Y.value;
  std::size_t used = 0;
  lower_start_[0] = 0;
  std::fill_n(mark_.begin(), rows_, -1);
  for (int i = 0; i < rows_; ++i) {
    const auto add = [&](int j, double x) {
      if (mark_[j] == i) {
        lower_value_[at_[j]] += x;
        return true;
      }
      if (used == most) return false;
      mark_[j] = i;
      at_[j] = static_cast<std::int32_t>(used);
      lower_index_[used] = j;
      lower_value_[used++] = x;
      return true;
    };
    double own = 0;
    const sdk::SparseRow y = problem.Y_row(i);
    for (int k = 0; k < y.size; k += Width) {
      own += dot<Width>(y.value + k, y.value + k);
      for (std::int32_t e = body_start_[y.index[k] / Width]; body_row_[e] < i; ++e)
        if (!add(body_row_[e], dot<Width>(y.value + k, entries + body_entry_[e]))) return false;
    }
    const sdk::SparseRow s = problem.S_row(i);
    for (int k = 0; k < s.size; ++k) {
      if (s.index[k] == i) own += s.value[k];
      if (s.index[k] < i && !add(s.index[k], s.value[k])) return false;
    }
    if (!(own > 0) || !std::isfinite(own)) return false;
    lower_start_[i + 1] = static_cast<std::int32_t>(used);
    diagonal_[i] = own;
    inverse_[i] = 1 / own;
    root_[i] = std::sqrt(inverse_[i]);
    b_[i] = problem.b(i);
  }
  return true;
}

void NonnegativeQp::mirror() {
  std::fill_n(fill_.begin(), rows_ + 1, 0);
  for (int i = 0; i < rows_; ++i) {
    fill_[i] += lower_start_[i + 1] - lower_start_[i];
    for (std::int32_t e = lower_start_[i]; e < lower_start_[i + 1]; ++e) ++fill_[lower_index_[e]];
  }
  start_[0] = 0;
  for (int i = 0; i < rows_; ++i) {
    start_[i + 1] = start_[i] + fill_[i];
    fill_[i] = start_[i];
  }
  for (int i = 0; i < rows_; ++i) {
    for (std::int32_t e = lower_start_[i]; e < lower_start_[i + 1]; ++e) {
      const int j = lower_index_[e];
      index_[fill_[i]] = j;
      value_[fill_[i]++] = lower_value_[e];
      index_[fill_[j]] = i;
      value_[fill_[j]++] = lower_value_[e];
    }
  }
}

}  // namespace cardan::conic
