#pragma once

#include <vector>

#include "cardan/solver.h"
#include "solvers/common/no_solution.h"
#include "solvers/dantzig/principal_pivoting.h"

namespace cardan::dantzig {

/// Principal pivoting with bounds that may depend on a normal impulse (docs/solvers/dantzig.md).
class DantzigSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  enum Stage { kAccept = 0, kFirstBounds = 1, kLaterBounds = 2 };

  /// Repeats passes until the coupled bounds agree with the normal impulses.
  int run(const sdk::ProblemView& problem, const double* guess, cardan_report& report);
  void start(const sdk::ProblemView& problem, const double* guess);
  void start_row(const cardan_block& block, int row, double lambda);
  void order_rows(const sdk::ProblemView& problem);
  /// Sets the bounds ± limit_[row] of every BOX_MU row and clips its x.
  void write_coupled_bounds();
  /// Moves the limits by this fraction towards the bounds given by the normal impulses, for the
  /// next pass.
  void take_limits(const sdk::ProblemView& problem, double share);
  /// Computes lambda_ such that every row keeps its mode and saturated friction rows follow their
  /// normals. Returns false if the system is singular.
  bool solve_modes(const sdk::ProblemView& problem, cardan_report& report);
  void find_followers();
  /// Sets x of the followers in source_ from the x of their normal rows.
  void follow();
  /// w_i for source_.
  double basic_velocity(int row) const;
  /// λ of x, with friction clipped to the bounds of its normals.
  void write_lambda(const sdk::ProblemView& problem, const std::vector<double>& x);
  /// INFEASIBLE if the ray is a certificate, else JAMMED.
  int finish_ray(const sdk::ProblemView& problem);
  /// Judges lambda_ and keeps it if it is the best iterate. Returns true if the tolerance is met.
  bool offer(const sdk::ProblemView& problem, const double* lambda);

  PrincipalPivoting pivoting_;
  solvers::NoSolution no_solution_;
  std::vector<int> coupled_;    ///< blocks of kind BOX_MU
  std::vector<int> follower_;   ///< ±1: row of saturated friction, 0: any other row
  std::vector<int> parent_;     ///< normal of a BOX_MU row, else -1
  std::vector<double> d_, mu_;  ///< √step; μ
  std::vector<double> limit_;   ///< |λ| at the current bound of a BOX_MU row
  std::vector<double> lambda_, u_, best_lambda_, modes_, rhs_, source_;
  std::vector<int> swaps_;
  double best_residual_ = 0;
  int num_coupled_ = 0, worst_block_ = -1;
};

}  // namespace cardan::dantzig
