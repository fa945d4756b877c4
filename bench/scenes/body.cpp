#include <algorithm>

#include "bench/scenes/scene.h"
#include "cardan/geometry.h"

namespace cardan::bench {

GeometryRecord geometry(const Body& body) {
  GeometryRecord record;
  record.kind = body.shape;
  record.size = body.size;
  if (body.hull != nullptr) record.parts = {body.hull};
  return record;
}

Vector3 principal_moments(const Body& body) {
  const SpatialInertia unit = geometry_inertia(geometry(body), 1);
  return body.mass / unit.mass * unit.inertia.diagonal();
}

double bounding_radius(const Body& body) {
  switch (body.shape) {
    case GeometryKind::kSphere:
      return body.size.x();
    case GeometryKind::kCapsule:
      return body.size.x() + body.size.y() / 2;
    case GeometryKind::kMesh: {
      double r = 0;
      for (const Vector3& vertex : body.hull->vertices) r = std::max(r, vertex.norm());
      return r;
    }
    default:
      return body.size.norm() / 2;
  }
}

}  // namespace cardan::bench
