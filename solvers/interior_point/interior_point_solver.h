#pragma once

#include <vector>

#include "../common/best.h"
#include "../common/no_solution.h"
#include "cardan/sdk/solver.h"
#include "newton_polish.h"
#include "path.h"
#include "program.h"

namespace cardan::interior_point {

/// Interior point for convex problems, polished to round-off, with certificates where there is no
/// solution (docs/solvers/interior_point.md).
class InteriorPointSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  enum Stage { kAccept = 0, kPath = 1, kPolish = 2, kCertificate = 3 };
  enum class Ending { kSolved, kBudget, kDiverged, kStalled };
  /// kNear: there is one, but A λ = 0 holds to some 1e-8 only.
  enum class Ray { kNone, kNear, kProven };

  Ending follow_path(const sdk::ProblemView& problem, cardan_report& report);
  /// Newton steps from x while they bring something; x is kept. True at the tolerance.
  bool polish(const sdk::ProblemView& problem, const double* x, cardan_report& report);
  /// Looks for a direction of the recession cone with A λ = 0, bᵀλ < 0; proven: in certificate_.
  Ray find_ray(const sdk::ProblemView& problem, cardan_report& report);
  /// Whether λ = D x, projected and scaled, is such a direction; it is put into certificate_.
  bool certificate_holds(const sdk::ProblemView& problem, const double* x);
  /// Judges λ = σ D x and keeps it if it is the best so far. True at the tolerance.
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
  int reserved_rows_ = 0, reserved_cols_ = 0, limit_ = 0;
};

}  // namespace cardan::interior_point
