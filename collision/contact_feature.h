#pragma once

#include "cardan/shape.h"
#include "cardan/spatial.h"

namespace cardan {

/// Kind of the touching part of a shape.
enum class ContactFeatureKind : unsigned char { kVertex, kEdge, kFace };

/// The feature of a shape at a contact, and the principal radii of curvature of the surface there.
/// A face is flat in both tangential directions, an edge is flat along its direction, and a vertex
/// is flat in no direction. In the other directions, `radii` contains the radii of curvature: 0 at
/// a sharp corner, the radius of a sphere, the radius over the sine of the tilt along the rim of a
/// disc, and a negative radius inside a hollow sphere.
struct ContactFeature {
  ContactFeatureKind kind = ContactFeatureKind::kVertex;
  Vector3 direction = Vector3::Zero();  ///< unit vector in W: the direction of an edge or the
                                        ///< outward normal of a face
  /// Symmetric, tangential matrix in W [m]: if the outward normal turns by dn relative to the
  /// shape, the point with this normal moves by radii dn. Zero along flat directions.
  Matrix3 radii = Matrix3::Zero();
  /// For a face: distance from the contact point to the nearest corner [m]; infinite for faces
  /// without corners.
  double corner_distance = 0;
};

/// Returns the feature of a shape at X_WS whose outward unit normal at the world point p_W is
/// `outward` (in W). An edge or face is chosen if the normal belongs to it to within 1e-6 rad. Does
/// not allocate.
CARDAN_API ContactFeature contact_feature(const Shape& shape, const RigidTransform& X_WS,
                                          const Vector3& outward, const Vector3& p_W);

}  // namespace cardan
