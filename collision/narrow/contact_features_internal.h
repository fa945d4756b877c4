#pragma once

#include <vector>

#include "cardan/collision/narrow/contact_patch_internal.h"

/// Faces, edges and generators of convex shapes. Patches are clipped from them.
namespace cardan {

/// A corner of a feature: p_W and a label below 2^15 that is stable from step to step.
struct FeatureVertex {
  Vector3 point = Vector3::Zero();
  std::uint32_t label = 0;
};

/// A point (1 vertex), a segment (2) or a planar convex polygon (3 or more, with its outward unit
/// normal in W).
struct Feature {
  std::vector<FeatureVertex> vertices;
  Vector3 normal = Vector3::Zero();
};

/// The unit normals n (in W) with n·axis = cosine, along which a straight segment of the surface
/// touches a plane: a great circle for an edge or the side of a cylinder, a small circle for a
/// cone.
struct NormalCircle {
  Vector3 axis = Vector3::Zero();
  double cosine = 0;
};

/// The face of the shape whose normal is closest to d (unit, in W). For a cylinder or cone, its
/// disc or its generator; for a capsule, its segment; for a sphere or ellipsoid, a point. For
/// rounded shapes, the feature lies on the surface, not on the core.
void support_face(const PosedShape& shape, const Vector3& d, Feature& feature);

/// The straight edge of the surface that is farthest along d and nearly perpendicular to it. Empty
/// if there is none.
void support_edge(const PosedShape& shape, const Vector3& d, Feature& feature);

/// The circle of normals of the support edge of a shape's core along d. Returns false if there is
/// no edge. `feature` is scratch.
bool circle_near(const PosedShape& shape, const Vector3& d, Feature& feature, NormalCircle& circle);

/// Outward unit normals, in W, of the flat or ruled parts of the surface within about 1e-3 rad of
/// n.
void flat_normals_near(const PosedShape& shape, const Vector3& n, std::vector<Vector3>& normals);

}  // namespace cardan
