#pragma once

#include <vector>

#include "../common/no_solution.h"
#include "cardan/sdk/solver.h"
#include "principal_pivoting.h"

namespace cardan::dantzig {

/// Principal pivoting with bounds that may hang on a normal (docs/solvers/dantzig.md).
class DantzigSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  enum Stage { kAccept = 0, kFirstBounds = 1, kLaterBounds = 2 };

  /// Pass after pass until the coupled bounds are those of the normals.
  int run(const sdk::ProblemView& problem, const double* guess, cardan_report& report);
  void start(const sdk::ProblemView& problem, const double* guess);
  void start_row(const cardan_block& block, int row, double lambda);
  void order_rows(const sdk::ProblemView& problem);
  /// Bounds ± limit_[row] of every BOX_MU row, and its x inside them.
  void write_coupled_bounds();
  /// Limits for the next pass: that share of the way to what the normals give.
  void take_limits(const sdk::ProblemView& problem, double share);
  /// The point in which every row stays in its present mode and the saturated friction rows follow
  /// their normals, into lambda_. False if that system is singular.
  bool solve_modes(const sdk::ProblemView& problem, cardan_report& report);
  void find_followers();
  /// x of the followers from those of their normals, in source_.
  void follow();
  /// w_i of source_.
  double basic_velocity(int row) const;
  /// λ of an x, friction cut to the bounds its own normals give.
  void write_lambda(const sdk::ProblemView& problem, const std::vector<double>& x);
  /// INFEASIBLE with the ray as certificate where it is one, else JAMMED.
  int finish_ray(const sdk::ProblemView& problem);
  /// Judges lambda_ and keeps it if it is the best so far. True at the tolerance.
  bool offer(const sdk::ProblemView& problem, const double* lambda);

  PrincipalPivoting pivoting_;
  solvers::NoSolution no_solution_;
  std::vector<int> coupled_;    ///< blocks of kind BOX_MU
  std::vector<int> follower_;   ///< mode of a row: ±1 saturated friction, 0 anything else
  std::vector<int> parent_;     ///< of a BOX_MU row, else -1
  std::vector<double> d_, mu_;  ///< √step; μ
  std::vector<double> limit_;   ///< |λ| at the present bound of a BOX_MU row
  std::vector<double> lambda_, u_, best_lambda_, modes_, rhs_, source_;
  std::vector<int> swaps_;
  double best_residual_ = 0;
  int num_coupled_ = 0, worst_block_ = -1, reserved_ = 0;
};

}  // namespace cardan::dantzig
