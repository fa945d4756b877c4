#pragma once

#include "cardan/collision/shape.h"
#include "cardan/core/spatial.h"

namespace cardan {

/// Part of a shape that touches.
enum class ContactFeatureKind : unsigned char { kVertex, kEdge, kFace };

/// The feature of a shape that is in contact: a vertex, a straight edge or a face, offset by a
/// radius. A sphere is a vertex, a capsule is an edge between two vertices, and a hollow sphere is
/// a vertex of negative radius. The rim of a disc and the surface of an ellipsoid count as vertices
/// without radius, because their curvature is not known here.
struct ContactFeature {
  ContactFeatureKind kind = ContactFeatureKind::kVertex;
  Vector3 direction = Vector3::Zero();  ///< unit, in W: along an edge; outward normal of a face
  double radius = 0;                    ///< [m]
  /// For a face: distance from the contact point to the nearest corner [m]; infinite for faces
  /// without corners.
  double corner_distance = 0;
};

/// The feature of a shape at X_WS whose outward unit normal at the world point p_W is `outward` (in
/// W). An edge or face is chosen if the normal belongs to it within 1e-6 rad. Does not allocate.
CARDAN_API ContactFeature contact_feature(const Shape& shape, const RigidTransform& X_WS,
                                          const Vector3& outward, const Vector3& p_W);

}  // namespace cardan
