#pragma once

#include <vector>

#include "cardan/solver.h"
#include "solvers/common/best.h"
#include "solvers/common/velocity_space/energy.h"
#include "solvers/common/velocity_space/hessian.h"

namespace cardan::sap {

/// Newton's method in velocity space for convex compliant problems (docs/solvers/sap.md).
class SapSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  enum Stage { kAccept = 0, kNewton = 1, kProximal = 2 };

  static bool diagonal_compliance(const sdk::ProblemView& problem);
  bool run(const sdk::ProblemView& problem, cardan_report& report);
  /// Newton from z_ towards the minimum of energy_, down to a relative gradient of `flat`. Returns
  /// true if the tolerance of the original problem is met.
  bool minimise(const sdk::ProblemView& problem, cardan_report& report, double flat);
  /// Judges lambda and keeps it if it is the best iterate. Returns true if the tolerance is met.
  bool offer(const sdk::ProblemView& problem, const double* lambda);
  bool exhausted(const cardan_report& report) const {
    return report.iterations >= limit_ || cancelled();
  }

  solvers::Energy energy_;
  solvers::Hessian hessian_;
  solvers::Best best_;
  std::vector<double> z_, scratch_, u_, centre_;
  int limit_ = 0;
};

}  // namespace cardan::sap
