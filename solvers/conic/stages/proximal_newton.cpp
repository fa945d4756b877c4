#include <algorithm>
#include <cmath>

#include "solvers/conic/stages/stages.h"
#include "solvers/conic/sweep.h"
#include "solvers/conic/work.h"
#include "solvers/conic/workspace.h"

namespace cardan::conic {

namespace {

/// Proximal rounds: each solves the problem with the velocities u + (ε/r) (λ − c) by Newton steps
/// and moves the centre c to its solution. Where a contact is just open or just slides, the exact
/// problem has Newton steps that cycle between modes; the proximal one does not.
class ProximalRounds {
 public:
  explicit ProximalRounds(Workspace& work) : work_(work), at_centre_(work.best.residual()) {
    std::copy_n(work.best.lambda(), work.problem->m(), work.lambda);
    move_centre();
  }

  bool run(int limit) {
    constexpr int kPatience = 3;
    const double tolerance = work_.problem->tolerance();
    for (int k = 0; k < limit && !work_.budget.exhausted(); ++k) {
      const double exact = judge();
      if (exact <= tolerance) return work_.confirm_best();
      const double proximal = pull_to_centre();
      if (steps_ > 0 && proximal <= std::max(0.2 * exact, 0.1 * tolerance)) {
        if (exact > 0.3 * at_centre_) epsilon_ = std::max(0.1 * epsilon_, least_weight_);
        at_centre_ = exact;
        move_centre();
        judge();
      } else if (steps_ >= kPatience && proximal > 0.5 * least_) {
        epsilon_ = least_weight_ = std::min(10 * epsilon_, kMost);
        std::copy_n(centre(), work_.problem->m(), work_.lambda);
        begin_round();
        judge();
      } else {
        least_ = std::min(least_, proximal);
      }
      ++steps_;
      if (!body_newton_step(work_, epsilon_)) return false;
    }
    return false;
  }

 private:
  static constexpr double kLeast = 1e-9, kMost = 0.1;

  double* centre() { return work_.start_lambda.data(); }
  void begin_round() {
    steps_ = 0;
    least_ = HUGE_VAL;
  }
  void move_centre() {
    std::copy_n(work_.lambda, work_.problem->m(), centre());
    begin_round();
  }
  /// z, u and the residual of λ, which is offered as the best.
  double judge() { return judge_body_iterate(work_); }
  /// Adds the proximal velocities to u. Returns the residual of the proximal problem.
  double pull_to_centre() {
    const sdk::ProblemView& problem = *work_.problem;
    for (int i = 0; i < problem.m(); ++i)
      work_.u[i] += epsilon_ / problem.step(i) * (work_.lambda[i] - centre()[i]);
    return residual(problem, work_.blocks, work_.lambda, work_.u.data());
  }

  Workspace& work_;
  double epsilon_ = 1e-3;         ///< proximal weight
  double at_centre_;              ///< residual of the exact problem at the centre
  double least_ = 0;              ///< least residual of the proximal problem in this round
  int steps_ = 0;                 ///< in this round
  double least_weight_ = kLeast;  ///< smaller weights have made the Newton steps cycle
};

}  // namespace

bool proximal_newton(Workspace& work, int limit) { return ProximalRounds(work).run(limit); }

}  // namespace cardan::conic
