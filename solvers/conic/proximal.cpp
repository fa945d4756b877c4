#include "proximal.h"

#include <algorithm>
#include <cmath>

#include "cardan/sdk/natural_map.h"
#include "cardan/sdk/projections.h"
#include "cardan/sdk/velocity.h"
#include "work.h"

namespace cardan::conic {

namespace {

/// Yᵀ G Y of blocks of three rows and some evaluations.
double assembly_work(const sdk::ProblemView& problem) {
  const double entries = entries_of_Y(problem);
  return 6 * entries * entries / std::max(problem.m(), 1) + 4 * product_work(problem);
}

}  // namespace

void Proximal::reserve(const cardan_size& size, int max_cols) {
  rows_ = size.m;
  cols_ = std::min(size.cols, max_cols);
  num_blocks_ = size.num_blocks;
  energy_.reserve(rows_, cols_);
  hessian_.reserve(cols_);
  newton_.reserve(rows_, cols_);
  blocks_.resize(num_blocks_);
  for (auto* v : {&b_, &u_, &centre_}) v->resize(rows_);
  for (auto* v : {&z_, &scratch_, &start_}) v->resize(cols_);
}

bool Proximal::takes(const sdk::ProblemView& problem) const {
  const bool has_room =
      problem.m() <= rows_ && problem.cols() <= cols_ && problem.num_blocks() <= num_blocks_;
  if (!has_room || problem.cols() == 0) return false;
  for (const cardan_block& block : problem.blocks()) {
    if (block.kind == CARDAN_BOX_MU || block.kind == CARDAN_BALL_MU) return false;
    for (int i = block.row; i < block.row + block.dim; ++i) {
      const sdk::SparseRow S = problem.S_row(i);
      for (int k = 0; k < S.size; ++k) {
        const bool normal = block.kind != CARDAN_CONE || i == block.row;
        if (S.value[k] != 0 && (S.index[k] != i || !normal)) return false;
      }
    }
  }
  return true;
}

bool Proximal::offer(const double* lambda, solvers::Best& best) {
  sdk::compute_velocity(*problem_, lambda, scratch_.data(), u_.data());
  const sdk::NaturalMap map = sdk::natural_map(*problem_, lambda, u_.data());
  best.offer(lambda, u_.data(), map.residual, map.worst_block);
  residual_ = map.residual;
  return map.residual <= problem_->tolerance();
}

void Proximal::set_shift() {
  std::copy(problem_->b(), problem_->b() + problem_->m(), b_.begin());
  for (const cardan_block& block : problem_->blocks()) {
    if (block.kind == CARDAN_CONE) {
      b_[block.row] += block.mu * sdk::norm(&u_[block.row + 1], block.dim - 1);
    }
  }
}

void Proximal::minimise(Budget& budget) {
  // An inexact λ is a poor centre, so this converges to round-off, which 1/compliance magnifies.
  constexpr double kFlat = 1e-12, kRounding = 1e-16;
  constexpr int kMaxSteps = 30;
  const double flat = std::max(kFlat, kRounding / energy_.compliance());
  energy_.evaluate(z_.data());
  for (int k = 0; k < kMaxSteps && energy_.relative_gradient() > flat; ++k) {
    if (budget.exhausted()) return;
    ++budget.iterations;
    ++budget.factorizations;
    budget.work += 0.5 * lu_work(problem_->cols()) + assembly_work(*problem_);
    if (!energy_.newton_step(z_.data(), hessian_)) return;
  }
}

bool Proximal::find_root(double compliance, Budget& budget) {
  constexpr double kFlat = 1e-10;
  constexpr int kMaxSteps = 12;
  newton_.bind(*problem_, compliance, centre_.data());
  newton_.evaluate(z_.data());
  for (int k = 0; k < kMaxSteps && newton_.relative_residual() > kFlat; ++k) {
    if (budget.exhausted()) return false;
    ++budget.iterations;
    ++budget.factorizations;
    budget.work += lu_work(problem_->cols()) + assembly_work(*problem_);
    if (!newton_.step(z_.data())) break;
  }
  return newton_.relative_residual() <= kFlat;
}

const double* Proximal::solve_round(double compliance, bool globally, Budget& budget) {
  const int cols = problem_->cols();
  if (!globally) {
    std::copy(z_.begin(), z_.begin() + cols, start_.begin());
    if (find_root(compliance, budget)) return newton_.lambda();
    std::copy(start_.begin(), start_.begin() + cols, z_.begin());
  }
  set_shift();
  energy_.bind(shifted_, compliance, centre_.data());
  minimise(budget);
  return energy_.lambda();
}

void Proximal::start(const sdk::ProblemView& problem, const double* lambda) {
  problem_ = &problem;
  std::copy(problem.blocks().begin(), problem.blocks().end(), blocks_.begin());
  for (cardan_block& block : blocks_) {
    if (block.kind == CARDAN_CONE) block.kind = CARDAN_CONE_CONVEX;
  }
  raw_ = problem.raw();
  raw_.blocks = blocks_.data();
  raw_.b = b_.data();
  shifted_ = sdk::ProblemView(raw_);
  hessian_.analyse(shifted_);
  std::copy(lambda, lambda + problem.m(), centre_.begin());
  sdk::compute_z(problem, lambda, z_.data());
}

bool Proximal::solve(const sdk::ProblemView& problem, const double* lambda, int max_rounds,
                     solvers::Best& best, Budget& budget) {
  // Compliances step_i C_i; kPatience rounds may pass without halving the residual.
  constexpr double kFirst = 1e-2, kShrink = 0.4, kLeast = 1e-7;
  constexpr int kPatience = 12;
  start(problem, lambda);
  if (offer(lambda, best)) return true;
  double compliance = kFirst, least = residual_;
  for (int round = 0, idle = 0; round < max_rounds && idle < kPatience; ++round) {
    if (budget.exhausted()) return false;
    ++budget.iterations;
    const double* answer = solve_round(compliance, round == 0, budget);
    if (offer(answer, best)) return true;
    if (!std::isfinite(residual_)) return false;
    std::copy(answer, answer + problem.m(), centre_.begin());
    compliance = std::max(kShrink * compliance, kLeast);
    idle = residual_ < 0.5 * least ? 0 : idle + 1;
    least = std::min(least, residual_);
  }
  return false;
}

}  // namespace cardan::conic
