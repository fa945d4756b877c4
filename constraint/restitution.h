#pragma once

#include <vector>

#include "cardan/constraint/base_problem.h"

namespace cardan {

/// An answer whose residual is below this is near a rigid solution [m/s].
inline constexpr double kNearSolution = 1e-4;

/// Solves the base problem as it stands, with whatever formulation and solver.
class PhaseSolver {
 public:
  /// Writes λ_C (m of the base) and returns the residual [m/s], infinity if there is no finite
  /// answer.
  virtual double solve(double* lambda_C) = 0;
  /// True once the budget of the island is spent: no further solve that only improves the answer.
  virtual bool exhausted() { return false; }

 protected:
  ~PhaseSolver() = default;
};

/// How an answer with restitution came about.
struct RestitutionOutcome {
  double residual = 0;  ///< largest of the phases that the answer is made of [m/s]
  double scale = 1;     ///< share of e that was taken: below 1 where all of it would gain energy
};

/// Vectors of one island that keep their capacity.
struct RestitutionWork {
  std::vector<double> t0;  ///< (m) known impulse of the answer; zero but in Poisson's second phase
  std::vector<double> lambda_first;  ///< (m) of Poisson's compression
  std::vector<double> known, trial;  ///< (m)
  std::vector<double> b, b_free;     ///< (m) of the base while a phase stands in them
  std::vector<double> restitution;   ///< (blocks) while e is scaled
  std::vector<double> z;             ///< (Y.cols)
};

/// True if a contact of the island bounces in this step (BaseBlock::bounce).
CARDAN_API bool bounces(const BaseProblem& base);

/// True for rows whose impulse stays in the next phase or impact of a step, as the unilateral
/// impulse of a collision that is half over. Bounds of joint friction and motors are those of the
/// whole step, so they start from zero in each; so do loops, whose impulse is free.
CARDAN_API bool keeps_impulse(BaseBlockKind kind);

/// A contact that bounces, before the impulses of its solve.
struct Bounce {
  double e = 0;
  double incoming = 0;  ///< u_n⁻ [m/s]
  double free = 0;      ///< J v* of its normal row [m/s]
};

/// Newton's share of b_n: u_n = 0 is then J v⁺ = −e u_n⁻ of a contact on its own, whatever its
/// compliance, S_nn/Y_nn.
inline double newton_bias(const Bounce& bounce, double compliance) {
  const double target = bounce.e * bounce.incoming;
  return target + compliance * (bounce.free + target);
}

/// Newton's terms of the base, in b and in its blocks, times scale.
CARDAN_API void scale_restitution(BaseProblem& base, double scale);

/// Work of the impulses λ_C along the velocities of their rows, ½ λᵀ (J v* + J v⁺) [J], but of
/// motors: the kinetic energy that constraints add, as seen from the surfaces where these move.
CARDAN_API double impulse_work(const BaseProblem& base, const double* lambda_C,
                               std::vector<double>& z);

/// Energy that rounding within the tolerance can add: no gain of energy below this [J].
CARDAN_API double energy_room(const BaseProblem& base, const double* lambda_C);

/// Newton's or Poisson's law over one base problem, with e scaled down where kinetic energy would
/// have grown (docs/theory/restitution.md). Solves once when nothing bounces. The base is changed
/// for the phases and left as it was.
CARDAN_API RestitutionOutcome solve_with_restitution(BaseProblem& base, RestitutionLaw law,
                                                     PhaseSolver& solver, RestitutionWork& work,
                                                     std::vector<double>& lambda_C);

}  // namespace cardan
