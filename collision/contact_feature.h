#pragma once

#include "geometry/shape_parts.h"

namespace cardan {

/// Returns the feature of a shape at X_WS whose outward unit normal at the world point p_W is
/// `outward` (in W). An edge or face is chosen if the normal belongs to it to within 1e-6 rad. Does
/// not allocate.
CARDAN_API ContactFeature contact_feature(const Shape& shape, const RigidTransform& X_WS,
                                          const Vector3& outward, const Vector3& p_W);

}  // namespace cardan
