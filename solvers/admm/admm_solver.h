#pragma once

#include <vector>

#include "cardan/solver.h"
#include "solvers/common/admm.h"
#include "solvers/common/best.h"
#include "solvers/common/scaled_matrix.h"

namespace cardan::admm {

/// ADMM as a separate solver (docs/solvers/admm.md).
class AdmmSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  enum Stage { kAccept = 0, kIterations = 1 };

  /// Computes u_ and the residual of lambda from the factors and offers lambda to best_. Returns
  /// true if the tolerance is met.
  bool confirm(const sdk::ProblemView& problem, const double* lambda);
  bool iterate(const sdk::ProblemView& problem, cardan_report& report);

  solvers::ScaledMatrix A_;
  solvers::Admm admm_;
  solvers::Best best_;
  std::vector<double> z_, u_;
};

}  // namespace cardan::admm
