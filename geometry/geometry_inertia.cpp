#include "geometry/geometry_inertia.h"

#include "cardan/error.h"
#include "geometry/check_triangles.h"
#include "geometry/mesh_moments.h"
#include "geometry/shape_form.h"
#include "geometry/thin_hull.h"

namespace cardan {

namespace {

// The solid that collides: a closed part as it is; an open part as its hull if it collides as a
// hull.
void add_part(const TriangleMesh& part, bool convex, const std::string& name,
              MeshMoments& moments) {
  check_triangles(part, name);
  MeshMoments own;
  own.add(part);
  const bool is_hull = convex && !own.encloses();
  moments.add(is_hull ? surface_of(*make_hull_or_plate(part.vertices, name)) : part);
}

}  // namespace

std::optional<SpatialInertia> inertia_if_solid(const GeometryRecord& geometry, double density) {
  if (geometry.kind != GeometryKind::kMesh) {
    const ShapeForm& form = form_of(geometry.kind);
    if (form.solid == nullptr) return {};
    return form.solid(geometry.size, density);
  }
  MeshMoments moments;
  for (std::size_t i = 0; i < geometry.parts.size(); ++i)
    add_part(*geometry.parts[i], geometry.convex, geometry.mesh_file, moments);
  if (!(moments.volume > 0)) return {};
  return moments.inertia(density);
}

SpatialInertia geometry_inertia(const GeometryRecord& geometry, double density) {
  if (const auto inertia = inertia_if_solid(geometry, density)) return *inertia;
  if (geometry.kind != GeometryKind::kMesh)
    throw Error(std::string("a ") + geometry_kind_name(geometry.kind) + " has no volume", "",
                "make it static");
  throw Error("mesh encloses no volume", geometry.mesh_file,
              "give the model an inertia, close the mesh and turn its faces outward, or let it "
              "collide as "
              "its convex hull");
}

}  // namespace cardan
