#pragma once

#include <vector>

#include "collision/contact_feature.h"
#include "constraint/constraint_set.h"

namespace cardan {

/// Touching feature of each side of a contact (docs/theory/acceleration.md).
struct ContactGeometry {
  ContactFeature a, b;
};

/// Relative motion of two surfaces at their contact, in W.
struct SurfaceMotion {
  Vector3 omega_a = Vector3::Zero(), omega_b = Vector3::Zero();  ///< angular velocities [rad/s]
  Vector3 velocity = Vector3::Zero();  ///< velocity of b's material point relative to a's [m/s]
  double phi = 0;                      ///< distance along the normal [m]
};

/// Motion of a contact over both of its surfaces, in W.
struct ContactPath {
  Vector3 normal_rate =
      Vector3::Zero();  ///< ṅ of the unit normal n, which points from a into b [1/s]
  /// Tangential velocity of the contact relative to the material of each side [m/s].
  Vector3 on_a = Vector3::Zero(), on_b = Vector3::Zero();
};

/// Computes the motion of a contact with the unit normal n. Along flat directions of a feature, the
/// normal turns with the body of the feature. Along curved directions, the contact follows the
/// points at which both surfaces have the same normal [Montana 1988; Cai & Roth 1986]. Along
/// directions in which both features are sharp, the normal is not defined and is treated as
/// constant.
CARDAN_API ContactPath contact_path(const ContactGeometry& geometry, const Vector3& n,
                                    const SurfaceMotion& motion);

/// Computes the velocity products J̇ v of the rows n, t1 and t2 of a contact: u̇ = J v̇ + J̇ v
/// [m/s²]. u̇ of the normal row is φ̈; that of the tangent rows is the rate of the slip at the
/// contact. Scripted bodies are treated as if they neither accelerate nor turn. Needs the
/// kinematics of the trees with v.
CARDAN_API ContactRate contact_rate(const ContactConstraint& contact,
                                    const ContactGeometry& geometry,
                                    const std::vector<Tree>& trees);

}  // namespace cardan
