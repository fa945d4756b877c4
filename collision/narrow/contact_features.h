#pragma once

#include <vector>

#include "collision/narrow/contact_patch.h"

/// Faces, edges and generators of convex shapes, from which patches are clipped.
namespace cardan {

/// The circle of unit normals n (in W), n·axis = cosine, of the planes that touch the surface along
/// a straight segment. It is a great circle for an edge or the side of a cylinder, and a small
/// circle for a cone.
struct NormalCircle {
  Vector3 axis = Vector3::Zero();
  double cosine = 0;
};

/// Finds the face of the shape whose normal is closest to d (unit vector in W). The face of a
/// cylinder or cone is a disc or a generator, that of a capsule is a segment, and that of a sphere
/// or ellipsoid is a point. For rounded shapes, the feature lies on the surface, not on the core.
void support_face(const PosedShape& shape, const Vector3& d, Feature& feature);

/// Finds the straight edge of the surface that is farthest along d and nearly perpendicular to d.
/// `feature` is empty if there is none.
void support_edge(const PosedShape& shape, const Vector3& d, Feature& feature);

/// Finds the circle of normals of the support edge of a shape's core along d. Returns false if
/// there is no edge. `feature` is scratch memory.
bool circle_near(const PosedShape& shape, const Vector3& d, Feature& feature, NormalCircle& circle);

/// Finds the outward unit normals, in W, of the flat or ruled parts of the surface whose normals
/// are within about 1e-3 rad of n.
void flat_normals_near(const PosedShape& shape, const Vector3& n, std::vector<Vector3>& normals);

}  // namespace cardan
