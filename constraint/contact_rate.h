#pragma once

#include <vector>

#include "cardan/collision/contact_feature.h"
#include "cardan/constraint/constraint_set.h"

namespace cardan {

/// The touching features at a contact: the feature of each side (docs/theory/acceleration.md).
struct ContactGeometry {
  ContactFeature a, b;
};

/// Two cores that move: what the derivative of their common normal depends on. All in W.
struct CoreMotion {
  Vector3 omega_a = Vector3::Zero(), omega_b = Vector3::Zero();  ///< [rad/s]
  Vector3 velocity = Vector3::Zero();  ///< of b's core point relative to a's [m/s]
  double distance = 0;                 ///< of the core points along the normal: φ + r_a + r_b [m]
};

/// ṅ [1/s] of the unit normal n (from a into b). A face turns n with it; for two crossed edges ṅ
/// is that of their cross product; else n follows the way between the core points. Zero for a
/// vertex on a vertex or edge without radius, which have no normal of their own.
CARDAN_API Vector3 normal_rate(const ContactGeometry& geometry, const Vector3& n,
                               const CoreMotion& motion);

/// The velocity products of a contact's rows n, t1, t2: u̇ = J v̇ + this [m/s²]. The normal row is
/// φ̈, that of the tangents the rate of the slip where the contact is. Bodies whose motion is a
/// script count as if they did not accelerate or turn. Needs kinematics with v of the trees.
CARDAN_API ContactRate contact_rate(const ContactConstraint& contact,
                                    const ContactGeometry& geometry,
                                    const std::vector<Tree>& trees);

}  // namespace cardan
