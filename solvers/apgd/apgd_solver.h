#pragma once

#include <vector>

#include "cardan/solver.h"
#include "solvers/apgd/gradient_descent.h"
#include "solvers/common/best.h"

namespace cardan::apgd {

/// Accelerated projected gradient; exact cones are solved by an outer fixed-point iteration
/// (docs/solvers/apgd.md).
class ApgdSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  enum Stage { kAccept = 0, kDescent = 1, kShift = 2 };

  bool run(const sdk::ProblemView& problem, cardan_report& report);
  /// Steps until the natural map of the convex problem with this shift reaches `target`. Returns
  /// true if the tolerance of the original problem is met.
  bool descend(const sdk::ProblemView& problem, double target, cardan_report& report);
  /// s = μ‖u_t‖ at the normals of CONE blocks. Returns whether there are CONE blocks.
  bool set_shift(const sdk::ProblemView& problem, const double* u);
  double convex_residual(const sdk::ProblemView& problem, const double* lambda, const double* u);
  /// Judges lambda and keeps it if it is the best iterate. Returns true if the tolerance is met.
  bool offer(const sdk::ProblemView& problem, const double* lambda);
  bool exhausted(const cardan_report& report) const {
    return report.iterations >= limit_ || cancelled();
  }

  GradientDescent descent_;
  solvers::Best best_;
  std::vector<double> u_, z_, shift_, shifted_, start_;
  int limit_ = 0;
};

}  // namespace cardan::apgd
