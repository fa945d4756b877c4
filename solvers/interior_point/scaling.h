#pragma once

#include "solvers/interior_point/program.h"

/// Algebra of second-order cones of `dim` ≤ 6 numbers (dim 1: nonnegative numbers) for the
/// Nesterov–Todd scaling of a pair s, z.
namespace cardan::interior_point {

/// W = β [w_0, w_1ᵀ; w_1, I + w_1 w_1ᵀ/(1 + w_0)], wᵀJw = 1: the symmetric matrix that maps the
/// cone to itself with W z = W⁻¹ s = l.
struct Scaling {
  double beta;
  double w[kMaxDim];
};

/// s_0² − ‖s_1..‖², computed without cancellation between the squares.
double determinant(const double* s, int dim);

/// Returns false if s or z is not inside its cone in floating point.
bool compute_scaling(const double* s, const double* z, int dim, Scaling& scaling);

/// y = W v; y and v may be the same.
void apply(const Scaling& scaling, const double* v, int dim, double* y);
/// y = W⁻¹ v; y and v may be the same.
void apply_inverse(const Scaling& scaling, const double* v, int dim, double* y);

/// y = a ∘ b = (a·b, a_0 b_1 + b_0 a_1).
void multiply(const double* a, const double* b, int dim, double* y);
/// y with l ∘ y = r, l inside the cone.
void divide(const double* l, const double* r, int dim, double* y);

/// Largest α with l + α δ in the cone, l inside it; infinity if α has no bound.
double step_to_boundary(const double* l, const double* delta, int dim);

}  // namespace cardan::interior_point
