#pragma once

#include <vector>

#include "../common/admm.h"
#include "../common/best.h"
#include "../common/scaled_matrix.h"
#include "cardan/sdk/solver.h"

namespace cardan::admm {

/// ADMM alone, as a solver (docs/solvers/admm.md).
class AdmmSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  enum Stage { kAccept = 0, kIterations = 1 };

  /// u_ and the residual of lambda from the factors; offers it to best_. True at the tolerance.
  bool confirm(const sdk::ProblemView& problem, const double* lambda);
  bool iterate(const sdk::ProblemView& problem, cardan_report& report);

  solvers::ScaledMatrix A_;
  solvers::Admm admm_;
  solvers::Best best_;
  std::vector<double> z_, u_;
  int reserved_rows_ = 0, reserved_cols_ = 0;
};

}  // namespace cardan::admm
