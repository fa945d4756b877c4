#pragma once

#include "cardan/dynamics/data.h"

namespace cardan {

/// Computes y = M x from the packed rows of crba, without a dense matrix. x and y (nv) must not
/// overlap. Valid only before factorize_ltl.
CARDAN_API void multiply_mass(const Skeleton& skeleton, const Data& data, const double* x,
                              double* y);

/// These functions compute x ← L⁻¹ x and x ← L⁻ᵀ x with the unit lower-triangular factor of M = Lᵀ
/// D L. Both need factorize_ltl. x: (nv).
CARDAN_API void solve_l(const Skeleton& skeleton, const Data& data, double* x);
CARDAN_API void solve_l_transposed(const Skeleton& skeleton, const Data& data, double* x);

/// These functions compute y = L x and y = Lᵀ x. Both need factorize_ltl. x and y (nv) must not
/// overlap.
CARDAN_API void multiply_l(const Skeleton& skeleton, const Data& data, const double* x, double* y);
CARDAN_API void multiply_l_transposed(const Skeleton& skeleton, const Data& data, const double* x,
                                      double* y);

/// Computes M⁻¹ (nv × nv) column by column. Needs factorize_ltl. Use solve_ltl for the product with
/// one vector.
CARDAN_API void inverse_mass_matrix(const Skeleton& skeleton, const Data& data,
                                    Eigen::Ref<MatrixX> M_inv);

}  // namespace cardan
