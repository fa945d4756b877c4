#pragma once

#include "cardan/export.h"
#include "cardan/spatial.h"

namespace cardan {

/// Result of rotate_freely.
struct FreeRotation {
  Quaternion turn;           ///< rotation over the step in axes of W: R⁺ = turn · R
  Vector3 angular_velocity;  ///< ω⁺ at the end of the step in axes of W [rad/s]
  int substeps = 1;          ///< number of substeps
};

/// Computes the torque-free rotation of a rigid body over a step of h [s] with the implicit
/// midpoint rule on the rotation group [Simo & Wong 1991], with one substep per 0.5 rad of h |ω|
/// and at most 1000 substeps. Angular momentum and kinetic energy keep their initial values up to
/// rounding for every h |ω|; the rotation is second-order accurate in h. If more than 1000 substeps
/// would be needed, the body rotates about its angular momentum vector, so that momentum and energy
/// are still conserved (docs/theory/rotation.md).
///
/// inertia_B: inertia about the centre of mass in axes of the body B [kg m²], symmetric and
/// positive definite. orientation: unit quaternion of R. omega: ω at the start of the step in axes
/// of W [rad/s], finite.
CARDAN_API FreeRotation rotate_freely(const Matrix3& inertia_B, const Quaternion& orientation,
                                      const Vector3& omega, double h);

}  // namespace cardan
