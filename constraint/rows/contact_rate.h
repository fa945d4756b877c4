#pragma once

#include <vector>

#include "cardan/collision/contact_feature.h"
#include "cardan/constraint/constraint_set.h"

namespace cardan {

/// Touching feature of each side of a contact (docs/theory/acceleration.md).
struct ContactGeometry {
  ContactFeature a, b;
};

/// Relative motion of two cores in W, which determines the derivative of their common normal.
struct CoreMotion {
  Vector3 omega_a = Vector3::Zero(), omega_b = Vector3::Zero();  ///< [rad/s]
  Vector3 velocity = Vector3::Zero();  ///< velocity of b's core point relative to a's [m/s]
  double distance = 0;  ///< distance of the core points along the normal: φ + r_a + r_b [m]
};

/// Derivative ṅ [1/s] of the unit normal n (from a into b). On a face, n turns with the face; for
/// two crossed edges, n is their normalised cross product; otherwise, n follows the line between
/// the core points. Zero if a vertex touches a vertex or an edge and neither has a radius, because
/// the features then do not define n.
CARDAN_API Vector3 normal_rate(const ContactGeometry& geometry, const Vector3& n,
                               const CoreMotion& motion);

/// Velocity products J̇ v of the rows n, t1, t2 of a contact: u̇ = J v̇ + J̇ v [m/s²]. The normal row
/// is φ̈; the tangent rows are the rate of the slip at the contact. Scripted bodies are treated as
/// if they neither accelerate nor turn. Needs kinematics of the trees with v.
CARDAN_API ContactRate contact_rate(const ContactConstraint& contact,
                                    const ContactGeometry& geometry,
                                    const std::vector<Tree>& trees);

}  // namespace cardan
