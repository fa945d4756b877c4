#pragma once

#include "cardan/collision/contact_patch_internal.h"

namespace cardan {

/// Where the line p + t u (in W, u of unit length) enters a convex shape that is flat or has a
/// straight side: box and hull through any face, cylinder, cone and capsule through their side
/// only. t may be negative. False where it does not.
bool line_enters(const PosedShape& shape, const Vector3& p, const Vector3& u, double& t);

}  // namespace cardan
