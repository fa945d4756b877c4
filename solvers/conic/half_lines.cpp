#include "half_lines.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace cardan::conic {
namespace {

/// Freedoms of a free body.
constexpr int kBody = 6;

/// Every row has all six columns of a free body or none.
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

void HalfLines::reserve(const cardan_size& size) {
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

bool HalfLines::build(const sdk::ProblemView& problem) {
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
void HalfLines::collect_bodies(const sdk::ProblemView& problem) {
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
bool HalfLines::build_lower(const sdk::ProblemView& problem) {
  // Derived from this problem, not from the storage: reserved sizes must not change an answer.
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
    lambda[i] = std::max(lambda[i] - u * inverse_[i], 0.0);
  }
  return worst;
}

double HalfLines::residual(const sdk::ProblemView& problem, const double* lambda) const {
  double worst = 0;
  for (int i = 0; i < rows_; ++i) {
    const double u = row_velocity(i, lambda);
    const double e = std::fabs(problem.weight(i) * std::min(lambda[i], problem.step(i) * u));
    // NaN is no answer.
    worst = e <= worst ? worst : e;
    if (std::isnan(e)) return e;
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
    place_[i] = -1;
    if (!(lambda[i] > 0)) continue;
    const auto place = static_cast<std::int32_t>(face_.size());
    place_[i] = place;
    face_.push_back(i);
    const double u = row_velocity(i, lambda);
    residual_[place] = -u * root_[i];
    sum += 0.5 * lambda[i] * (u + b_[i]);
  }
  return sum;
}

void HalfLines::form_face(const sdk::ProblemView& problem) {
  std::int32_t used = 0;
  face_start_[0] = 0;
  for (std::size_t k = 0; k < face_.size(); ++k) {
    const int i = face_[k];
    for (std::int32_t e = lower_start_[i]; e < lower_start_[i + 1]; ++e) {
      const int j = lower_index_[e];
      if (place_[j] < 0) continue;
      face_index_[used] = place_[j];
      face_value_[used++] = lower_value_[e] * (root_[i] * root_[j]);
    }
    face_start_[k + 1] = used;
    unit_[k] = problem.weight(i) * problem.step(i) / root_[i];
  }
}

void HalfLines::solve_lower(double* x) const {
  for (std::size_t k = 0; k < face_.size(); ++k) {
    double own = x[k];
    for (std::int32_t e = face_start_[k]; e < face_start_[k + 1]; ++e)
      own -= face_value_[e] * x[face_index_[e]];
    x[k] = own;
  }
}

double HalfLines::multiply_face() {
  const std::size_t n = face_.size();
  std::copy_n(direction_.begin(), n, image_.begin());
  for (std::size_t k = n; k-- > 0;) {
    const double own = image_[k];
    for (std::int32_t e = face_start_[k]; e < face_start_[k + 1]; ++e)
      image_[face_index_[e]] -= face_value_[e] * own;
  }
  for (std::size_t k = 0; k < n; ++k) rest_[k] = direction_[k] - image_[k];
  solve_lower(rest_.data());
  double along = 0;
  for (std::size_t k = 0; k < n; ++k) along += direction_[k] * (image_[k] + rest_[k]);
  return along;
}

double HalfLines::face_residual() const {
  double worst = 0;
  for (std::size_t k = 0; k < face_.size(); ++k) {
    double own = residual_[k];
    for (std::int32_t e = face_start_[k]; e < face_start_[k + 1]; ++e)
      own += face_value_[e] * residual_[face_index_[e]];
    worst = std::max(worst, std::fabs(unit_[k] * own));
  }
  return worst;
}

void HalfLines::solve_face(const sdk::ProblemView& problem, const double* lambda, double aim,
                           Budget& budget) {
  // A face that is not the right one shows early: impulses that fall below zero end the search.
  constexpr int kLook = 6;
  form_face(problem);
  const std::size_t n = face_.size();
  for (std::size_t k = 0; k < n; ++k) solution_[k] = lambda[face_[k]] / root_[face_[k]];
  solve_lower(residual_.data());
  std::fill_n(direction_.begin(), n, 0.0);
  const auto is_below = [](double x) { return x < 0; };
  double before = 0;
  for (int k = 0; !budget.exhausted() && k < rows_ + kLook; ++k) {
    double now = 0, worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
      now += residual_[i] * residual_[i];
      worst = std::max(worst, std::fabs(unit_[i] * residual_[i]));
    }
    // The first is no bound of the second, but near it and cheap.
    if (!(worst > aim) && !(face_residual() > aim)) break;
    if (k % kLook == kLook - 1 && std::any_of(solution_.begin(), solution_.begin() + n, is_below))
      break;
    ++budget.iterations;
    budget.work += round_work();
    const double beta = k == 0 ? 0 : now / before;
    for (std::size_t i = 0; i < n; ++i) direction_[i] = residual_[i] + beta * direction_[i];
    const double curvature = multiply_face();
    if (!(now > 0) || !(curvature > 0)) break;
    const double alpha = now / curvature;
    for (std::size_t i = 0; i < n; ++i) {
      solution_[i] += alpha * image_[i];
      residual_[i] -= alpha * (image_[i] + rest_[i]);
    }
    before = now;
  }
  for (std::size_t k = 0; k < n; ++k) trial_[face_[k]] = solution_[k] * root_[face_[k]];
}

void HalfLines::move(double* lambda, double value_before) {
  constexpr int kHalvings = 12;
  double t = 1;
  for (int k = 0; k < kHalvings; ++k, t *= 0.5) {
    bool cut = false;
    for (int i = 0; i < rows_; ++i) {
      const double x = place_[i] >= 0 ? lambda[i] + t * (trial_[i] - lambda[i]) : 0;
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
    budget.work += round_work();
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
