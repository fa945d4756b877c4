#pragma once

#include "collision/narrow/contact_patch.h"

namespace cardan {

/// Computes the parameter t at which the line p + t u (in W, u of unit length) enters a convex
/// shape with flat or straight parts: a box or hull through any face, or a cylinder, cone or
/// capsule through its side. t may be negative. Returns false if the line does not enter the shape.
bool line_enters(const PosedShape& shape, const Vector3& p, const Vector3& u, double& t);

}  // namespace cardan
