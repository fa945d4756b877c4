#pragma once

#include <vector>

#include "../common/best.h"
#include "../common/velocity_space/energy.h"
#include "../common/velocity_space/hessian.h"
#include "budget.h"
#include "cardan/sdk/problem_view.h"
#include "velocity_newton.h"

namespace cardan::conic {

/// Newton on z = Yᵀ λ, of as many unknowns as there are freedoms, however many contacts, in
/// proximal rounds: A + C and b − C λ_c, the centre λ_c moved to λ after each. A round is solved by
/// VelocityNewton, or, the first one and where that gets stuck, as a convex problem with the shifts
/// μ‖u_t‖ of the round before. Where rounds settle λ solves the problem of exact cones.
class VelocityRounds {
 public:
  /// For problems of at most max_cols columns: larger ones are not taken.
  void reserve(const cardan_size& size, int max_cols);
  /// Whether there is room for the problem, and it is of a kind that this takes: with factors, S
  /// diagonal and none in the tangents of CONE blocks, no bounds that move.
  bool takes(const sdk::ProblemView& problem) const;
  /// From lambda; true at the tolerance.
  bool solve(const sdk::ProblemView& problem, const double* lambda, int max_rounds,
             solvers::Best& best, Budget& budget);

 private:
  void start(const sdk::ProblemView& problem, const double* lambda);
  /// u of lambda, judged by the problem itself.
  bool offer(const double* lambda, solvers::Best& best);
  /// λ of one round, z_ moved along.
  const double* solve_round(double compliance, bool globally, Budget& budget);
  /// z_ := the root of newton_'s F. True if it was found.
  bool settle(double compliance, Budget& budget);
  /// z_ := the minimum of energy_.
  void minimise(Budget& budget);
  void set_shift();

  int rows_ = 0, cols_ = 0, num_blocks_ = 0;  ///< for which there is storage
  const sdk::ProblemView* problem_ = nullptr;
  cardan_problem raw_{};  ///< the problem with convex cones and shifted b
  sdk::ProblemView shifted_{raw_};
  solvers::Energy energy_;
  solvers::Hessian hessian_;
  VelocityNewton newton_;
  std::vector<cardan_block> blocks_;
  std::vector<double> b_, u_, centre_;       ///< rows
  std::vector<double> z_, start_, scratch_;  ///< columns
  double residual_ = 0;
};

}  // namespace cardan::conic
