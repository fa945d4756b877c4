#include <algorithm>

#include "solvers/conic/stages/stages.h"
#include "solvers/conic/sweep.h"
#include "solvers/conic/work.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {

double judge_body_iterate(Workspace& work) {
  const sdk::ProblemView& problem = *work.problem;
  compute_velocity(problem, work.blocks, work.lambda, work.z.data(), work.u.data());
  const double now = residual(problem, work.blocks, work.lambda, work.u.data());
  work.best.offer(work.lambda, work.u.data(), now, -1);
  return now;
}

void body_sweeps(Workspace& work, int count) {
  ++work.budget.iterations;
  for (int k = 0; k < count && !work.budget.exhausted(); ++k) {
    relax(*work.problem, work.blocks, work.lambda, work.z.data());
    work.count_body_sweep();
  }
}

bool body_newton_step(Workspace& work, double epsilon) {
  Budget& budget = work.budget;
  ++budget.iterations;
  ++budget.factorizations;
  budget.work += kBodies * (work.body_form.factor_work() + work.body_form.solve_work() +
                            product_work(*work.problem) + 200.0 * work.problem->m());
  return work.body_newton.step(*work.problem, work.blocks, work.body_form, epsilon, work.u.data(),
                               work.lambda);
}

namespace {

constexpr int kSweepsBetween = 20;

/// Newton steps and sweeps in turn from work.lambda.
class NewtonWithSweeps {
 public:
  NewtonWithSweeps(Workspace& work, double epsilon) : work_(work), epsilon_(epsilon) {}

  bool run(int limit) {
    // For spheres, the sweeps eventually correct the modes. With boxes and robots, the interior
    // point is faster if kPatience steps reduce the residual by less than a factor of 10.
    constexpr int kPatience = 4;
    constexpr double kLeast = 1e-9, kMost = 0.1;
    const bool patient = work_.blocks.all_central();
    const sdk::ProblemView& problem = *work_.problem;
    double history[kPatience], last = judge();
    for (int k = 0; k < limit && last > problem.tolerance(); ++k) {
      if (work_.budget.exhausted()) return false;
      double& before = history[k % kPatience];
      if (!patient && k >= kPatience && !(work_.best.residual() <= 0.1 * before)) return false;
      before = work_.best.residual();
      remember();
      double after = body_newton_step(work_, epsilon_) ? judge() : 2 * last;
      if (after > problem.tolerance() && !(after <= 0.5 * last)) after = sweep_on();
      if (!(after <= last)) {
        take_back();
        epsilon_ = std::min(3 * epsilon_, kMost);
        last = sweep_on();
        continue;
      }
      if (after < 0.5 * last) epsilon_ = std::max(0.1 * epsilon_, kLeast);
      last = after;
    }
    return last <= problem.tolerance() && work_.confirm_best();
  }

 private:
  double judge() { return judge_body_iterate(work_); }
  double sweep_on() {
    body_sweeps(work_, kSweepsBetween);
    return judge();
  }
  void remember() { std::copy_n(work_.lambda, work_.problem->m(), work_.start_lambda.begin()); }
  void take_back() {
    std::copy_n(work_.start_lambda.begin(), work_.problem->m(), work_.lambda);
    compute_z(*work_.problem, work_.blocks, work_.lambda, work_.z.data());
  }

  Workspace& work_;
  double epsilon_;  ///< proximal weight, which follows the success of the steps
};

}  // namespace

bool wants_body_stages(const Workspace& work) {
  constexpr int kLeastRows = 12;
  const bool enabled = work.options.max_body_newton > 0 || work.options.max_interior_point > 0;
  return enabled && work.problem->m() >= kLeastRows;
}

Takes takes_body_newton(Workspace& work) {
  if (work.budget.exhausted()) return Takes::kEnd;
  if (!wants_body_stages(work)) return Takes::kNo;
  work.best.copy_to(work.swept_lambda.data());
  work.body_form_built = work.body_form.build(*work.problem, work.blocks);
  return work.body_form_built ? Takes::kYes : Takes::kNo;
}

bool newton_with_sweeps(Workspace& work, int limit, double epsilon) {
  std::copy_n(work.best.lambda(), work.problem->m(), work.lambda);
  return NewtonWithSweeps(work, epsilon).run(limit);
}

bool solve_body_newton(Workspace& work, int limit) {
  constexpr double kFirst = 1e-2;
  if (newton_with_sweeps(work, limit, kFirst)) return true;
  const bool last = work.options.max_interior_point == 0 || !InteriorPoint::takes(work.body_form);
  if (last) work.return_to_sweeps();
  return false;
}

}  // namespace cardan::conic
