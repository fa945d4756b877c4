#pragma once

#include <vector>

#include "../common/best.h"
#include "../common/velocity_space/energy.h"
#include "../common/velocity_space/hessian.h"
#include "budget.h"
#include "cardan/sdk/problem_view.h"
#include "velocity_newton.h"

namespace cardan::conic {

/// Newton on z = Yᵀ λ, with one unknown per freedom for any number of contacts, in proximal rounds
/// with A + C and b − C λ_c; the centre λ_c moves to λ after each round. VelocityNewton solves a
/// round. The first round, and rounds in which it gets stuck, are solved as a convex problem with
/// the shifts μ‖u_t‖ of the previous round. When the rounds converge, λ solves the problem of exact
/// cones.
class Proximal {
 public:
  /// Allocates for problems of at most max_cols columns; takes() rejects larger ones.
  void reserve(const cardan_size& size, int max_cols);
  /// Returns whether the problem fits the storage and has factors, a diagonal S that is zero in the
  /// tangents of CONE blocks, and no bounds that depend on a parent.
  bool takes(const sdk::ProblemView& problem) const;
  /// Solves from lambda. Returns true if the tolerance is met.
  bool solve(const sdk::ProblemView& problem, const double* lambda, int max_rounds,
             solvers::Best& best, Budget& budget);

 private:
  void start(const sdk::ProblemView& problem, const double* lambda);
  /// Judges lambda by the natural map of the problem. Returns true if the tolerance is met.
  bool offer(const double* lambda, solvers::Best& best);
  /// Returns λ of one round and moves z_.
  const double* solve_round(double compliance, bool globally, Budget& budget);
  /// z_ := the root of F of newton_. True if it converges.
  bool find_root(double compliance, Budget& budget);
  /// z_ := the minimum of energy_.
  void minimise(Budget& budget);
  void set_shift();

  int rows_ = 0, cols_ = 0, num_blocks_ = 0;  ///< sizes of the storage
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
