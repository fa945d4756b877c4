#include "constraint/loop_projection.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "cardan/kinematics.h"
#include "cardan/mass_matrix.h"
#include "cardan/skeleton.h"
#include "constraint/rows/row_sides.h"
#include "constraint/whitened_loop.h"

namespace cardan {

namespace {

constexpr double kClosed = 1e-13;  // rounding of poses
constexpr int kMaxIterations = 10;

}  // namespace

LoopProjection::LoopProjection(std::vector<int> loops, const std::vector<Loop>& all,
                               const MovableTrees& trees)
    : loops_(std::move(loops)) {
  for (const int i : loops_) {
    for (const BodyRef* body : {&all[i].a.body, &all[i].b.body}) {
      if (movable(*body)) trees_.push_back(body->tree);
    }
    first_row_.push_back(rows_);
    rows_ += loop_rows(all[i].kind);
  }
  std::sort(trees_.begin(), trees_.end());
  trees_.erase(std::unique(trees_.begin(), trees_.end()), trees_.end());
  std::size_t nq = 0;
  for (const int t : trees_) {
    column_.push_back(cols_);
    cols_ += trees[t].skeleton->nv();
    nq += static_cast<std::size_t>(trees[t].skeleton->nq());
  }
  phi_.resize(rows_);
  constraints_.resize(loops_.size());
  c_.resize(rows_);
  impulse_.resize(rows_);
  x_.resize(cols_);
  q_before_.resize(nq);
  taken_.reserve(rows_);
}

double LoopProjection::error(int loop) const {
  const std::size_t next = static_cast<std::size_t>(loop) + 1;
  const int end = next < first_row_.size() ? first_row_[next] : rows_;
  double largest = 0;
  for (int i = first_row_[loop]; i < end; ++i) largest = std::max(largest, std::abs(phi_[i]));
  return largest;
}

LoopTree LoopProjection::tree_of(const BodyRef& body) const {
  if (!movable(body)) return {};
  const auto at = std::lower_bound(trees_.begin(), trees_.end(), body.tree) - trees_.begin();
  return {&(*views_)[body.tree], column_[at]};
}

void LoopProjection::update_kinematics(const MovableTrees& trees) {
  for (const int t : trees_)
    forward_kinematics(*trees[t].skeleton, *trees[t].data, trees[t].q, trees[t].v);
}

bool LoopProjection::factorize(const MovableTrees& trees) {
  return std::all_of(trees_.begin(), trees_.end(), [&](int t) {
    compute_world_inertias(*trees[t].skeleton, *trees[t].data);
    crba(*trees[t].skeleton, *trees[t].data);
    return factorize_ltl(*trees[t].skeleton, *trees[t].data);
  });
}

LoopProjection::Result LoopProjection::measure(const std::vector<Loop>& all) {
  Result result;
  for (std::size_t k = 0; k < loops_.size(); ++k) {
    const Loop& loop = all[loops_[k]];
    double* phi = phi_.data() + first_row_[k];
    compute_loop_error(loop, *views_, phi);
    for (int i = 0; i < loop_rows(loop.kind); ++i) {
      const double size = std::isfinite(phi[i]) ? std::abs(phi[i]) : kInfinity;
      if (size > result.error || result.worst < 0) result = {size, loops_[k], 0};
    }
  }
  return result;
}

template <typename Visit>
void LoopProjection::for_each_row(const std::vector<Loop>& all, const Visit& visit) {
  scratch_.dense.assign(cols_, 0.0);
  for (int k = 0; k < static_cast<int>(loops_.size()); ++k) {
    LoopConstraint& loop = constraints_[k];
    loop = make_loop_constraint(all[loops_[k]], *views_);
    const LoopTree a = tree_of(loop.a), b = tree_of(loop.b);
    for (int first = 0; first < loop.rows; first += 3) {
      const int count = std::min(3, loop.rows - first);
      const double size = whiten_loop(loop, first, count, a, b, scratch_);
      for (int lane = 0; lane < count; ++lane) {
        double squared = 0;
        for (std::size_t e = 0; e < scratch_.columns.size(); ++e) {
          const double y = scratch_.lanes[kLanes * e + static_cast<std::size_t>(lane)];
          scratch_.dense[scratch_.columns[e]] = y;
          squared += y * y;
        }
        if (squared > kZeroRow * size) visit(k, first + lane, scratch_.dense.data());
      }
      for (const std::int32_t column : scratch_.columns) scratch_.dense[column] = 0;
    }
  }
}

void LoopProjection::collect_independent_rows(const std::vector<Loop>& all) {
  basis_.clear(cols_);
  taken_.clear();
  for_each_row(all, [&](int loop, int row, const double* y) {
    if (basis_.add(y)) taken_.push_back({loop, row});
  });
}

void LoopProjection::save(const MovableTrees& trees) {
  double* to = q_before_.data();
  for (const int t : trees_) to = std::copy_n(trees[t].q, trees[t].skeleton->nq(), to);
}

void LoopProjection::restore(const MovableTrees& trees) {
  const double* from = q_before_.data();
  for (const int t : trees_) {
    std::copy_n(from, trees[t].skeleton->nq(), trees[t].q);
    from += trees[t].skeleton->nq();
  }
}

void LoopProjection::move(const MovableTrees& trees) {
  const double* from = q_before_.data();
  for (std::size_t k = 0; k < trees_.size(); ++k) {
    const MovableTree& tree = trees[trees_[k]];
    unwhiten(*tree.skeleton, *tree.data, x_.data() + column_[k]);
    integrate(*tree.skeleton, from, x_.data() + column_[k], 1.0, tree.q);
    from += tree.skeleton->nq();
  }
}

bool LoopProjection::step_towards_loops(const std::vector<Loop>& all, const MovableTrees& trees) {
  collect_independent_rows(all);
  for (int k = 0; k < basis_.rank(); ++k) c_[k] = -phi_[first_row_[taken_[k].loop] + taken_[k].row];
  basis_.solve(c_.data(), x_.data());
  if (!std::all_of(x_.begin(), x_.end(), [](double x) { return std::isfinite(x); })) return false;
  save(trees);
  move(trees);
  update_kinematics(trees);
  return true;
}

void LoopProjection::correct_velocity(const MovableTrees& trees) {
  for (int k = 0; k < basis_.rank(); ++k)
    c_[k] = -loop_row_velocity(constraints_[taken_[k].loop], *views_, taken_[k].row);
  basis_.solve(c_.data(), x_.data());
  std::fill(impulse_.begin(), impulse_.end(), 0.0);
  if (!std::all_of(x_.begin(), x_.end(), [](double x) { return std::isfinite(x); })) return;
  basis_.coefficients(impulse_.data());
  for (std::size_t k = 0; k < trees_.size(); ++k) {
    const MovableTree& tree = trees[trees_[k]];
    unwhiten(*tree.skeleton, *tree.data, x_.data() + column_[k]);
    for (int i = 0; i < tree.skeleton->nv(); ++i) tree.v[i] += x_[column_[k] + i];
  }
}

LoopProjection::Result LoopProjection::project(const std::vector<Loop>& all,
                                               const MovableTrees& trees) {
  views_ = &trees.views();
  update_kinematics(trees);
  Result now = measure(all);
  if (!factorize(trees)) return {kInfinity, now.worst, 0};
  int iterations = 0;
  while (now.error > kClosed && iterations < kMaxIterations) {
    if (!step_towards_loops(all, trees)) break;
    ++iterations;
    const Result next = measure(all);
    if (!(next.error < now.error)) {
      restore(trees);
      update_kinematics(trees);
      now = measure(all);
      break;
    }
    now = next;
  }
  collect_independent_rows(all);
  correct_velocity(trees);
  now.iterations = iterations;
  return now;
}

int LoopProjection::descend(const std::vector<Loop>& all, const MovableTrees& trees) {
  constexpr int kSteps = 300;
  double damping = 1e-3;
  MatrixX Y(rows_, cols_);
  Eigen::Map<VectorX> phi(phi_.data(), rows_), x(x_.data(), cols_);
  update_kinematics(trees);
  for (int step = 0; step < kSteps; ++step) {
    const double error = measure(all).error, merit = phi.squaredNorm();
    if (error <= kClosed || !factorize(trees)) return step;
    Y.setZero();
    for_each_row(all, [&](int loop, int row, const double* y) {
      Y.row(first_row_[loop] + row) = Eigen::Map<const VectorX>(y, cols_).transpose();
    });
    const MatrixX A = Y * Y.transpose();
    if ((Y.transpose() * phi).norm() <= 1e-14 * Y.norm() * phi.norm()) return step;
    save(trees);
    const VectorX phi_before = phi;
    bool improved = false;
    // Damping relative to the mean of the diagonal, increased until the error decreases.
    for (; damping < 1e8 && !improved; damping *= improved ? 0.1 : 10) {
      MatrixX damped = A;
      damped.diagonal().array() += damping * A.trace() / rows_;
      x = -Y.transpose() * damped.ldlt().solve(phi_before).eval();
      move(trees);
      update_kinematics(trees);
      measure(all);
      improved = phi.squaredNorm() < merit;
    }
    if (!improved) {
      restore(trees);
      update_kinematics(trees);
      return step;
    }
    damping = std::max(damping, 1e-12);
    if (phi.squaredNorm() > (1 - 1e-9) * merit) return step;
  }
  return kSteps;
}

LoopProjection::Result LoopProjection::assemble(const std::vector<Loop>& all,
                                                const MovableTrees& trees) {
  constexpr int kAttempts = 8;
  constexpr double kAssembled = 1e-9;
  views_ = &trees.views();
  save(trees);
  const std::vector<double> q_start = q_before_, v_start = velocities(trees);
  Result best{kInfinity, -1, 0};
  std::uint64_t seed = 1;
  // The error of a stretched chain has no gradient along the chain: later attempts start from
  // increasingly perturbed postures.
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    q_before_ = q_start;
    restore(trees);
    set_velocities(trees, v_start);
    if (attempt > 0) shake(trees, 0.01 * (1 << attempt), &seed);
    const int steps = descend(all, trees);
    Result result = project(all, trees);
    result.iterations += steps;
    if (result.error <= kAssembled) return result;
    if (result.error < best.error) best = result;
  }
  return best;
}

std::vector<double> LoopProjection::velocities(const MovableTrees& trees) const {
  std::vector<double> v;
  for (const int t : trees_) v.insert(v.end(), trees[t].v, trees[t].v + trees[t].skeleton->nv());
  return v;
}

void LoopProjection::set_velocities(const MovableTrees& trees, const std::vector<double>& v) const {
  for (std::size_t k = 0; k < trees_.size(); ++k)
    std::copy_n(v.begin() + column_[k], trees[trees_[k]].skeleton->nv(), trees[trees_[k]].v);
}

void LoopProjection::shake(const MovableTrees& trees, double size, std::uint64_t* seed) {
  // Linear congruential generator of Numerical Recipes: equal on every machine.
  for (double& x : x_) {
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    x = size * (static_cast<double>(*seed >> 11) / 9007199254740992.0 * 2 - 1);
  }
  const double* from = q_before_.data();
  for (std::size_t k = 0; k < trees_.size(); ++k) {
    const MovableTree& tree = trees[trees_[k]];
    integrate(*tree.skeleton, from, x_.data() + column_[k], 1.0, tree.q);
    from += tree.skeleton->nq();
  }
}

}  // namespace cardan
