#pragma once

#include <algorithm>

#include "cardan/problem.h"
#include "constraint/rows/base_problem.h"

namespace cardan {

/// The judge's verdict on one λ.
struct Residual {
  /// Largest natural-map residual of a block, or `rounding` if that is larger [m/s]. Infinity if λ
  /// or u contains NaN or infinity.
  double value = 0;
  int worst_block = -1;
  double rounding =
      0;  ///< rounding_bound (rounding.h) [m/s], or 0 if it is below a tenth of the tolerance
};

/// Judges λ by the natural map of each block, e = w ‖λ − P(λ − r û)‖ (problem-form section 2).
/// u = A λ + b must be given. The judge has its own projections, so that an error in the
/// projections of the solvers does not go unnoticed.
CARDAN_API Residual judge(const cardan_problem& problem, const double* lambda, const double* u);

/// True if the residual of λ is at least `limit`. Stops at the first block that reaches the limit.
CARDAN_API bool reaches_residual(double limit, const cardan_problem& problem, const double* lambda,
                                 const double* u);

/// Physical measures of λ_C in contact space (docs/theory/judge.md).
struct PhysicsMeasures {
  double penetration_velocity = 0;  ///< max(−u_n) over contacts, bias included [m/s]
  double cone_excess = 0;           ///< max(|λ_t| − μ λ_n) [N s]
  double complementarity = 0;       ///< max |λ_n u_n| [J]
  double dissipation = 0;           ///< Σ u_t·λ_t, which must not be positive [J]
  double mdp_gap = 0;  ///< max (μ λ_n |u_t| + u_t·λ_t): missing dissipation of friction [J]
};
/// Computes the physical measures of λ_C and u_C.
CARDAN_API PhysicsMeasures measure(const BaseProblem& base, const double* lambda_C,
                                   const double* u_C);

/// Returns the error of the momentum balance, ‖M̂ v⁺ − M̂ v* − Jᵀ λ_C‖_∞ [N s, N m s]. v⁺: (n)
/// velocities of the island's trees after the solve.
CARDAN_API double momentum_residual(const MassForm& form, const double* v_plus,
                                    const double* lambda_C);

/// Returns the residual of λ_C under the exact cones [m/s]. For formulations other than `cone`,
/// this is the model error.
CARDAN_API double cone_residual(const BaseProblem& base, const double* lambda_C, const double* u_C);

/// Computes z and u_C as compute_base_velocity does, and the cone_residual of λ_C. Stops at the
/// first block above `limit` [m/s] and returns the residual up to that block; later rows of u_C are
/// then not written.
CARDAN_API double cone_residual_up_to(double limit, const BaseProblem& base, const double* lambda_C,
                                      double* z, double* u_C);

/// Returns the error measure of Siconos for problems with only CONE blocks: ‖λ − P_K(λ − û)‖ /
/// max(‖b‖, ‖λ‖, ‖u‖).
CARDAN_API double siconos_error(const cardan_problem& problem, const double* lambda,
                                const double* u);

/// Computes u_C = A_C λ_C + b_C and z = Yᵀ λ_C (base.Y.cols).
CARDAN_API void compute_base_velocity(const BaseProblem& base, const double* lambda_C, double* z,
                                      double* u_C);

/// Computes u_C = A_C λ_C + b_C for a known z = Yᵀ λ_C.
CARDAN_API void compute_base_velocity_of(const BaseProblem& base, const double* lambda_C,
                                         const double* z, double* u_C);

/// Checks a certificate of INFEASIBLE (docs/theory/judge.md): λ opposes the u of every solution,
/// Aᵀλ = 0 and bᵀλ < 0. If the certificate holds, no answer can be SOLVED.
CARDAN_API bool certificate_holds(const cardan_problem& problem, const double* lambda);

/// Largest number of rows of a block of the base problem and of a round block.
inline constexpr int kMaxBlockRows = 6;

/// A block with its rows of λ, u, prox_step and weight.
struct BlockRows {
  const cardan_block& block;
  const double *lambda, *u, *prox_step, *weight;
};

/// True for kinds whose rows share the step and weight of the block's first row.
inline bool is_round(int kind) {
  return kind == CARDAN_CONE || kind == CARDAN_CONE_CONVEX || kind == CARDAN_BALL_MU;
}

/// Returns max(λ, 0) of the parent row, or 0 if there is no parent. lambda: (m).
inline double parent_impulse(const cardan_block& block, const double* lambda) {
  return block.parent < 0 ? 0.0 : std::max(lambda[block.parent], 0.0);
}

/// Returns the solver block for a block of the base under the exact law.
cardan_block exact_block(const BaseProblem& base, const BaseBlock& source);

}  // namespace cardan
