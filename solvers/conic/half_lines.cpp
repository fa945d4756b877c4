#include "half_lines.h"

#include <algorithm>
#include <cmath>

namespace cardan::conic {

void HalfLines::reserve(const cardan_size& size) {
  const auto rows = static_cast<std::size_t>(size.m);
  const auto entries = static_cast<std::size_t>(size.nnz_Y);
  column_start_.resize(static_cast<std::size_t>(size.cols) + 2);
  column_row_.resize(entries);
  column_value_.resize(entries);
  for (auto* of_rows : {&lower_start_, &start_, &fill_}) of_rows->resize(rows + 1);
  for (auto* of_rows : {&touched_, &mark_, &face_}) of_rows->resize(rows);
  for (auto* of_rows : {&diagonal_, &b_, &sum_, &residual_, &direction_, &image_, &preconditioned_,
                        &trial_, &moved_}) {
    of_rows->resize(rows);
  }
  on_face_.resize(rows);
  index_.resize(kMostEntries * rows);
  value_.resize(kMostEntries * rows);
  lower_index_.resize(kMostEntries / 2 * rows);
  lower_value_.resize(kMostEntries / 2 * rows);
}

bool HalfLines::build(const sdk::ProblemView& problem) {
  const auto blocks = problem.blocks();
  if (!std::all_of(blocks.begin(), blocks.end(),
                   [](const cardan_block& block) { return block.kind == CARDAN_NONNEGATIVE; })) {
    return false;
  }
  rows_ = problem.m();
  collect_columns(problem);
  if (!build_lower(problem)) return false;
  mirror();
  return true;
}

void HalfLines::collect_columns(const sdk::ProblemView& problem) {
  // Counting sort: start of column c in entry c + 1 while it is filled.
  std::fill_n(column_start_.begin(), problem.cols() + 2, 0);
  for (int i = 0; i < rows_; ++i) {
    const sdk::SparseRow y = problem.Y_row(i);
    for (int k = 0; k < y.size; ++k) ++column_start_[y.index[k] + 2];
  }
  for (int c = 2; c < problem.cols() + 2; ++c) column_start_[c] += column_start_[c - 1];
  for (int i = 0; i < rows_; ++i) {
    const sdk::SparseRow y = problem.Y_row(i);
    for (int k = 0; k < y.size; ++k) {
      const std::int32_t at = column_start_[y.index[k] + 1]++;
      column_row_[at] = i;
      column_value_[at] = y.value[k];
    }
  }
}

bool HalfLines::build_lower(const sdk::ProblemView& problem) {
  // Of this problem and not of the storage: what was reserved must not change an answer.
  const std::size_t most = static_cast<std::size_t>(kMostEntries / 2) * rows_;
  std::size_t used = 0;
  lower_start_[0] = 0;
  std::fill_n(mark_.begin(), rows_, -1);
  for (int i = 0; i < rows_; ++i) {
    const sdk::SparseRow y = problem.Y_row(i), s = problem.S_row(i);
    double own = 0;
    int touched = 0;
    const auto add = [&](int j, double x) {
      if (mark_[j] != i) {
        mark_[j] = i;
        touched_[touched++] = j;
        sum_[j] = 0;
      }
      sum_[j] += x;
    };
    for (int k = 0; k < y.size; ++k) {
      own += y.value[k] * y.value[k];
      for (std::int32_t e = column_start_[y.index[k]]; column_row_[e] < i; ++e)
        add(column_row_[e], y.value[k] * column_value_[e]);
    }
    for (int k = 0; k < s.size; ++k) {
      if (s.index[k] == i) own += s.value[k];
      if (s.index[k] < i) add(s.index[k], s.value[k]);
    }
    std::sort(touched_.begin(), touched_.begin() + touched);
    if (used + touched > most || !(own > 0) || !std::isfinite(own)) return false;
    for (int k = 0; k < touched; ++k, ++used) {
      lower_index_[used] = touched_[k];
      lower_value_[used] = sum_[touched_[k]];
    }
    lower_start_[i + 1] = static_cast<std::int32_t>(used);
    diagonal_[i] = own;
    b_[i] = problem.b(i);
  }
  return true;
}

void HalfLines::mirror() {
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

double HalfLines::row_velocity(int i, const double* lambda) const {
  double u = b_[i] + diagonal_[i] * lambda[i];
  for (std::int32_t e = start_[i]; e < start_[i + 1]; ++e) u += value_[e] * lambda[index_[e]];
  return u;
}

double HalfLines::sweep(const sdk::ProblemView& problem, double* lambda) const {
  double worst = 0;
  for (int i = 0; i < rows_; ++i) {
    const double u = row_velocity(i, lambda);
    const double e = problem.weight(i) * std::min(lambda[i], problem.step(i) * u);
    worst = std::max(worst, std::fabs(e));
    lambda[i] = std::max(lambda[i] - u / diagonal_[i], 0.0);
  }
  return worst;
}

double HalfLines::value(const double* lambda) const {
  double sum = 0;
  for (int i = 0; i < rows_; ++i)
    if (lambda[i] != 0) sum += 0.5 * lambda[i] * (row_velocity(i, lambda) + b_[i]);
  return sum;
}

double HalfLines::enter_face(const double* lambda) {
  face_.clear();
  double sum = 0;
  for (int i = 0; i < rows_; ++i) {
    on_face_[i] = lambda[i] > 0 ? 1 : 0;
    if (!on_face_[i]) continue;
    face_.push_back(i);
    const double u = row_velocity(i, lambda);
    residual_[i] = -u;
    sum += 0.5 * lambda[i] * (u + b_[i]);
  }
  return sum;
}

void HalfLines::precondition() {
  for (const int i : face_) {
    double x = residual_[i];
    for (std::int32_t e = start_[i]; e < start_[i + 1] && index_[e] < i; ++e)
      if (on_face_[index_[e]]) x -= value_[e] * preconditioned_[index_[e]];
    preconditioned_[i] = x / diagonal_[i];
  }
  for (std::size_t k = face_.size(); k-- > 0;) {
    const int i = face_[k];
    double x = 0;
    for (std::int32_t e = start_[i + 1]; e-- > start_[i] && index_[e] > i;)
      if (on_face_[index_[e]]) x += value_[e] * preconditioned_[index_[e]];
    preconditioned_[i] -= x / diagonal_[i];
  }
}

void HalfLines::multiply_face() {
  for (const int i : face_) {
    double sum = diagonal_[i] * direction_[i];
    for (std::int32_t e = start_[i]; e < start_[i + 1]; ++e)
      if (on_face_[index_[e]]) sum += value_[e] * direction_[index_[e]];
    image_[i] = sum;
  }
}

void HalfLines::solve_face(const sdk::ProblemView& problem, const double* lambda, double aim,
                           Budget& budget) {
  // A face that is not the right one shows early: impulses that fall below zero end the search.
  constexpr int kLook = 6;
  std::copy(lambda, lambda + rows_, trial_.begin());
  double before = 0;
  for (int k = 0; !budget.exhausted() && k < rows_ + kLook; ++k) {
    double worst = 0;
    for (const int i : face_)
      worst = std::max(worst, std::fabs(problem.weight(i) * problem.step(i) * residual_[i]));
    if (!(worst > aim)) return;
    if (k % kLook == kLook - 1 &&
        std::any_of(face_.begin(), face_.end(), [&](int i) { return trial_[i] < 0; })) {
      return;
    }
    ++budget.iterations;
    precondition();
    double now = 0;
    for (const int i : face_) now += residual_[i] * preconditioned_[i];
    const double beta = k == 0 ? 0 : now / before;
    for (const int i : face_)
      direction_[i] = preconditioned_[i] + (k == 0 ? 0 : beta * direction_[i]);
    multiply_face();
    double curvature = 0;
    for (const int i : face_) curvature += direction_[i] * image_[i];
    if (!(now > 0) || !(curvature > 0)) return;
    const double alpha = now / curvature;
    for (const int i : face_) {
      trial_[i] += alpha * direction_[i];
      residual_[i] -= alpha * image_[i];
    }
    before = now;
  }
}

void HalfLines::move(double* lambda, double value_before) {
  constexpr int kHalvings = 12;
  double t = 1;
  for (int k = 0; k < kHalvings; ++k, t *= 0.5) {
    bool cut = false;
    for (int i = 0; i < rows_; ++i) {
      const double x = on_face_[i] ? lambda[i] + t * (trial_[i] - lambda[i]) : 0;
      cut = cut || x < 0;
      moved_[i] = std::max(x, 0.0);
    }
    // Without a cut f falls by itself along conjugate directions.
    if (t == 1 && !cut) break;
    if (value(moved_.data()) <= value_before) break;
    if (k == kHalvings - 1) return;
  }
  std::copy(moved_.begin(), moved_.begin() + rows_, lambda);
}

bool HalfLines::solve(const sdk::ProblemView& problem, double* lambda, int max_sweeps,
                      Budget& budget) {
  // Sweeps go on while they are quick; then they alternate with the solution on the face.
  constexpr double kBetter = 0.1, kQuick = 0.1;
  constexpr int kMostIterations = 600;
  const double aim = kBetter * problem.tolerance();
  const int end = budget.iterations + kMostIterations;
  for (int i = 0; i < rows_; ++i) lambda[i] = std::max(lambda[i], 0.0);
  double before = 0;
  sweeps_ = 0;
  while (sweeps_ < max_sweeps && !budget.exhausted() && budget.iterations < end) {
    ++budget.iterations;
    ++sweeps_;
    const double seen = sweep(problem, lambda);
    if (!std::isfinite(seen)) return false;
    if (seen <= aim) return true;
    const bool quick = sweeps_ == 1 || seen <= kQuick * before;
    before = seen;
    if (quick) continue;
    const double value_before = enter_face(lambda);
    solve_face(problem, lambda, aim, budget);
    move(lambda, value_before);
    before = 0;
  }
  return false;
}

}  // namespace cardan::conic
