#pragma once

#include <cstdint>

#include "cardan/dynamics/skeleton.h"

namespace cardan {

/// Computes the configuration at the fraction t ∈ [0, 1] of the path from q0 to q1 on the manifold:
/// q0 ⊕ t (q1 ⊖ q0). Quaternions move along the great circle [Shoemake 1985]. q_out may be q0 or
/// q1.
CARDAN_API void interpolate(const Skeleton& skeleton, const double* q0, const double* q1, double t,
                            double* q_out);

/// |q1 ⊖ q0|, the norm of difference() [rad and m mixed].
CARDAN_API double distance(const Skeleton& skeleton, const double* q0, const double* q1);

/// Computes a random configuration that depends only on the seed. Coordinates are uniform within
/// their limits; without limits, angles are uniform in ±π and lengths in ±1 m. Orientations are
/// uniform [Shoemake 1992]. q: (nq).
CARDAN_API void random_configuration(const Skeleton& skeleton, std::uint64_t seed, double* q);

/// Computes the derivatives of v = q1 ⊖ q0 (difference) with respect to q0 and q1, which are
/// perturbed as in integrate. D0 and D1 (nv × nv) are −1 and 1, except for the blocks of rotations,
/// which contain J_l⁻¹ of the rotation vector [Chirikjian 2011, sec. 10.8]. The result is not valid
/// for rotations by π.
CARDAN_API void difference_derivatives(const Skeleton& skeleton, const double* q0, const double* q1,
                                       Eigen::Ref<MatrixX> D0, Eigen::Ref<MatrixX> D1);

}  // namespace cardan
