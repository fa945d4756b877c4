#pragma once

#include "cardan/problem_view.h"
#include "solvers/common/small_matrix.h"

/// Impulse of one block as a function of w = Y z + b (without R λ), and its derivative.
namespace cardan::solvers {

/// λ = argmin over K of ½ λᵀ R λ + wᵀλ: the projection of −R⁻¹ w onto K = {‖λ_t‖ ≤ μ λ_n} in the
/// norm of R = diag(R_0, …), all R_i > 0. G (dim × dim, row-major) = −dλ/dw, symmetric and positive
/// semidefinite; may be null.
void cone_impulse(double mu, int dim, const double* R, const double* w, double* lambda, double* G);

/// Impulse on an interval. Returns λ; G: −dλ/dw, may be null.
double interval_impulse(double lo, double hi, double R, double w, double* G);

}  // namespace cardan::solvers
