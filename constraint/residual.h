#pragma once

#include "cardan/constraint/base_problem.h"
#include "cardan/constraint/problem.h"

namespace cardan {

/// The judge's verdict on one λ.
struct Residual {
  double value = 0;  ///< largest natural-map residual over the blocks [m/s], and `rounding` where
                     ///< that is larger; NaN or Inf in λ or u gives infinity
  int worst_block = -1;
  double rounding = 0;  ///< rounding_bound (rounding.h) [m/s]; 0: below a tenth of the tolerance
};

/// Natural map per block, e = w ‖λ − P(λ − r û)‖ (problem-form section 2). u = A λ + b must be
/// given. The projections are the engine's own, on purpose.
CARDAN_API Residual judge(const cardan_problem& problem, const double* lambda, const double* u);

/// Whether the residual of λ is `limit` or more: ends at the first block that has it.
CARDAN_API bool reaches_residual(double limit, const cardan_problem& problem, const double* lambda,
                                 const double* u);

/// Named physics measures of λ_C in contact space (contact-math R3).
struct PhysicsMeasures {
  double penetration_velocity = 0;  ///< max(−u_n) over contacts, bias included [m/s]
  double cone_excess = 0;           ///< max(|λ_t| − μ λ_n) [N s]
  double complementarity = 0;       ///< max |λ_n u_n| [J]
  double dissipation = 0;           ///< Σ u_t·λ_t, must not be positive [J]
  double mdp_gap = 0;               ///< max (μ λ_n |u_t| + u_t·λ_t): how much less friction
                                    ///< dissipates than it could [J]
};
CARDAN_API PhysicsMeasures measure(const BaseProblem& base, const double* lambda_C,
                                   const double* u_C);

/// ‖M̂ v⁺ − M̂ v* − Jᵀ λ_C‖_∞ [N s, N m s]: that v⁺ (n, velocities of the island's trees after the
/// solve) is what the impulses make of the free motion.
CARDAN_API double momentum_residual(const MassForm& form, const double* v_plus,
                                    const double* lambda_C);

/// The exact-cone residual of λ_C: own residual for `cone`, model error for the others [m/s].
CARDAN_API double cone_residual(const BaseProblem& base, const double* lambda_C, const double* u_C);

/// The residual from λ_C alone, with z and u_C as compute_base_velocity leaves them. It ends at the
/// first block above `limit` [m/s] with the residual up to there; u_C of the blocks behind it is
/// missing.
CARDAN_API double cone_residual_up_to(double limit, const BaseProblem& base, const double* lambda_C,
                                      double* z, double* u_C);

/// ‖λ − P_K(λ − û)‖ / max(‖b‖, ‖λ‖, ‖u‖) as Siconos defines it for pure CONE problems.
CARDAN_API double siconos_error(const cardan_problem& problem, const double* lambda,
                                const double* u);

/// u_C = A_C λ_C + b_C. z: scratch of base.Y.cols.
CARDAN_API void compute_base_velocity(const BaseProblem& base, const double* lambda_C, double* z,
                                      double* u_C);

/// compute_base_velocity for a known z = Yᵀ λ_C.
CARDAN_API void compute_base_velocity_of(const BaseProblem& base, const double* lambda_C,
                                         const double* z, double* u_C);

/// The host's check of an INFEASIBLE certificate (docs/theory/judge.md): λ opposes every u of a
/// solution, Aᵀλ = 0 and bᵀλ < 0. Where it holds the judge calls no answer SOLVED.
CARDAN_API bool certificate_holds(const cardan_problem& problem, const double* lambda);

}  // namespace cardan
