#pragma once

#include <vector>

#include "cardan/solver.h"
#include "solvers/common/best.h"
#include "solvers/common/no_solution.h"
#include "solvers/interior_point/newton_polish.h"
#include "solvers/interior_point/path.h"
#include "solvers/interior_point/program.h"

namespace cardan::interior_point {

/// Interior-point method for convex problems, polished to round-off, with certificates for problems
/// without a solution (docs/solvers/interior_point.md).
class InteriorPointSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  enum Stage { kAccept = 0, kPath = 1, kPolish = 2, kCertificate = 3 };
  enum class Ending { kSolved, kBudget, kDiverged, kStalled };
  /// kNear: a ray exists, but A λ = 0 holds only to about 1e-8.
  enum class Ray { kNone, kNear, kProven };

  Ending follow_path(const sdk::ProblemView& problem, cardan_report& report);
  /// Takes Newton steps from a copy of x while they reduce the residual. Returns true if the
  /// tolerance is met.
  bool polish(const sdk::ProblemView& problem, const double* x, cardan_report& report);
  /// Searches the recession cone for a direction with A λ = 0, bᵀλ < 0. kProven: it is in
  /// certificate_.
  Ray find_ray(const sdk::ProblemView& problem, cardan_report& report);
  /// Puts λ = D x, projected and scaled, into certificate_. Returns true if λ is such a direction.
  bool certificate_holds(const sdk::ProblemView& problem, const double* x);
  /// Judges λ = σ D x and keeps it if it is the best iterate. Returns true if the tolerance is met.
  bool offer(const sdk::ProblemView& problem, const double* x);
  bool offer_lambda(const sdk::ProblemView& problem, const double* lambda);
  void compute_velocity(const sdk::ProblemView& problem, const double* lambda, double* u);
  bool exhausted(const cardan_report& report) const {
    return report.iterations >= limit_ || cancelled();
  }

  Program program_;
  Path path_;
  NewtonPolish newton_;
  solvers::Best best_;
  solvers::NoSolution no_solution_;
  std::vector<double> lambda_, u_, z_, x_, certificate_;
  int limit_ = 0;
};

}  // namespace cardan::interior_point
