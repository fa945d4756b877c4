#include "solvers/conic/workspace.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/problem_view.h"
#include "cardan/projections.h"
#include "solvers/conic/work.h"

namespace cardan::conic {

namespace {

/// Bound on the work of a solve. It shrinks with the cost of the products and factorisations of the
/// problem. The step of a large pile then takes about a tenth of a second, and the next step
/// continues the solve. A max_work above the default raises all bounds in proportion.
double work_bound(const sdk::ProblemView& problem, double max_work) {
  constexpr double kSweeps = 8000, kFactorizations = 60, kDefault = 1.2e9;
  const int rows = problem.m();
  const double own = kSweeps * sweep_work(problem) + kFactorizations * lu_work(rows);
  const double largest = kDefault * std::clamp(100.0 / std::max(rows, 1), 0.2, 1.0 / 3);
  return std::min(max_work, std::min(own, largest) * std::max(max_work / kDefault, 1.0));
}

}  // namespace

void Workspace::reserve(const cardan_size& size, const Options& new_options) {
  options = new_options;
  nonnegative_qp.reserve(size);
  blocks.reserve(size.m);
  best.reserve(size.m);
  accelerated.reserve(size.m, size.cols);
  start_lambda.resize(size.m);
  for (auto* v : {&swept_lambda, &body_lambda, &kept_lambda}) v->resize(size.m);
  dense_rows = std::min({size.m, options.max_dense_rows, options.pile_rows});
  cardan_size staged = size;
  staged.m = std::min(size.m, options.pile_rows);
  body_form.reserve(staged);
  body_newton.reserve(staged);
  interior_point.reserve(staged);
  newton.reserve(staged, dense_rows);
  admm.reserve(dense_rows, staged.m, size.cols);
  newton_bodies.reserve(staged.m, size.cols);
  admm_bodies.reserve(staged.m, size.cols);
  const int polyhedral = std::min(dense_rows, options.max_polyhedral_rows);
  polyhedral_lcp.reserve(polyhedral, size.cols);
  polyhedral_lambda.resize(polyhedral);
  z.resize(size.cols);
  u.resize(size.m);
}

void Workspace::start(const sdk::ProblemView& new_problem, double* new_lambda,
                      cardan_report& new_report) {
  problem = &new_problem;
  lambda = new_lambda;
  report = &new_report;
  sweeps = 0;
  nonnegative_built = blocks_built = body_form_built = returned_to_sweeps = sparse =
      free_bodies_tried = ray = stalled = false;
  dense = problem->m() <= dense_rows;
  budget = {};
  budget.limit = problem->max_iterations(std::numeric_limits<int>::max());
  budget.work_limit = work_bound(*problem, options.max_work);
}

bool Workspace::confirm(const double* impulses) {
  const auto offer = [&](const sdk::NaturalMap& map) {
    best.offer(impulses, u.data(), map.residual, map.worst_block);
    return map.residual <= problem->tolerance();
  };
  if (blocks_built) {
    compute_velocity(*problem, blocks, impulses, z.data(), u.data());
    const sdk::NaturalMap map = sdk::natural_map(*problem, impulses, u.data());
    if (map.residual > problem->tolerance()) return offer(map);
  }
  // The judge of the engine sums in this order, which matters at a tolerance near rounding.
  sdk::compute_velocity(*problem, impulses, z.data(), u.data());
  return offer(sdk::natural_map(*problem, impulses, u.data()));
}

bool Workspace::confirm_best() {
  best.copy_to(start_lambda.data());
  best.reset(problem->m());
  return confirm(start_lambda.data());
}

void Workspace::return_to_sweeps() {
  if (is_near()) return;
  best.copy_to(body_lambda.data());
  returned_to_sweeps = true;
  best.reset(problem->m());
  confirm(swept_lambda.data());
}

void Workspace::offer_bodies() {
  if (returned_to_sweeps) confirm(body_lambda.data());
}

void Workspace::count_sweep() {
  ++budget.iterations;
  budget.work += sweep_work(*problem);
}

void Workspace::count_body_sweep() { budget.work += kBodies * sweep_work(*problem); }

double Workspace::rounding() const {
  // |u_i| cannot be known more accurately than the rounding of the sums of which it consists.
  const double* impulses = best.lambda();
  double size = 0;
  for (int i = 0; i < problem->m(); ++i) {
    double sum = std::fabs(problem->b(i));
    const sdk::SparseRow y = problem->Y_row(i), s = problem->S_row(i);
    for (int k = 0; k < y.size; ++k) sum += std::fabs(y.value[k] * z[y.index[k]]);
    for (int k = 0; k < s.size; ++k) sum += std::fabs(s.value[k] * impulses[s.index[k]]);
    size = std::max(size, problem->weight(i) * problem->step(i) * sum);
  }
  return std::numeric_limits<double>::epsilon() * size;
}

bool Workspace::at_rounding() {
  // Far above the tolerance, large terms indicate that the impulses grow without bound.
  constexpr double kUnits = 16;
  sdk::compute_z(*problem, best.lambda(), z.data());
  return is_near() && best.residual() <= kUnits * rounding();
}

bool Workspace::impulses_diverge() {
  // The terms of u cancel to eleven digits in a jam whose impulses only a tiny compliance bounds.
  constexpr double kUnits = 1e5, kFar = 1e4;
  // The terms of z cancel in a self-stress, so their magnitudes are summed.
  std::fill(z.begin(), z.begin() + problem->cols(), 0.0);
  for (int i = 0; i < problem->m(); ++i) {
    const sdk::SparseRow y = problem->Y_row(i);
    for (int k = 0; k < y.size; ++k) z[y.index[k]] += std::fabs(y.value[k] * best.lambda()[i]);
  }
  return best.residual() > kFar * problem->tolerance() && best.residual() <= kUnits * rounding();
}

bool Workspace::affords_factorizations(int count) const {
  return budget.work + count * lu_work(problem->m()) <= budget.work_limit;
}

}  // namespace cardan::conic
