#include "collision/narrow/fcl_narrow_phase.h"

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/distance.h>

namespace cardan {
namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

constexpr double kConfirmed =
    1e-3;  // relative: a result is rejected if support functions differ from it by more

Geometry make_hull_geometry(const ConvexHull& hull) {
  auto vertices = std::make_shared<std::vector<Vector3>>(hull.vertices);
  auto faces = std::make_shared<std::vector<int>>();  // FCL's layout: count, then the indices
  for (const auto& loop : hull.faces) {
    faces->push_back(static_cast<int>(loop.size()));
    faces->insert(faces->end(), loop.begin(), loop.end());
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(hull.faces.size()), faces);
}

Geometry make_geometry(const Shape& shape) {
  const Vector3& s = shape.size;
  switch (shape.kind) {
    case GeometryKind::kSphere:
      return std::make_shared<fcl::Sphered>(s.x());
    case GeometryKind::kBox:
      return std::make_shared<fcl::Boxd>(s.x(), s.y(), s.z());
    case GeometryKind::kCylinder:
      return std::make_shared<fcl::Cylinderd>(s.x(), s.y());
    case GeometryKind::kCapsule:
      return std::make_shared<fcl::Capsuled>(s.x(), s.y());
    case GeometryKind::kEllipsoid:
      return std::make_shared<fcl::Ellipsoidd>(s.x(), s.y(), s.z());
    case GeometryKind::kCone:
      return std::make_shared<fcl::Coned>(s.x(), s.y());
    case GeometryKind::kConvex:
      return make_hull_geometry(*shape.hull);
    default:  // unbounded shapes and surfaces
      return nullptr;
  }
}

fcl::Transform3d to_fcl(const RigidTransform& X) {
  fcl::Transform3d result = fcl::Transform3d::Identity();
  result.linear() = X.R;
  result.translation() = X.p;
  return result;
}

double surface_separation(const PosedShape& a, const PosedShape& b, const Vector3& n) {
  const ConvexCore core_a(a), core_b(b);
  return separation_along(core_a, core_b, n) - core_a.radius() - core_b.radius();
}

/// Calls FCL's own solver only. FCL's libccd path ends in assertions, which no handler can catch;
/// so does its signed distance, which calls collide() for a depth that may be zero. The normals of
/// this solver's EPA are in the frame of the first shape and its depths are negative (FCL 0.7,
/// ShapeIntersectIndepImpl). All queries therefore use that frame, and of the two signs of a
/// normal, the one along which the shapes overlap less is used.
bool try_solver(const fcl::CollisionGeometryd& geometry_a,
                const fcl::CollisionGeometryd& geometry_b, const PosedShape& a, const PosedShape& b,
                Separation& result) {
  const fcl::Transform3d identity = fcl::Transform3d::Identity();
  const fcl::Transform3d X_ab = to_fcl(a.X_WS.inverse() * b.X_WS);
  fcl::CollisionRequestd collision(1, true);
  collision.gjk_solver_type = fcl::GST_INDEP;
  fcl::CollisionResultd contacts;
  fcl::DistanceRequestd request(true, false);
  request.gjk_solver_type = fcl::GST_INDEP;
  request.distance_tolerance = 1e-10;
  fcl::DistanceResultd apart;
  double claimed = 0;
  Vector3 normal;
  try {
    if (fcl::collide(&geometry_a, identity, &geometry_b, X_ab, collision, contacts) > 0) {
      const fcl::Contactd& c = contacts.getContact(0);
      normal = c.normal;
      result.point_a = result.point_b = a.X_WS * c.pos;
      claimed = -std::abs(c.penetration_depth);
    } else {
      fcl::distance(&geometry_a, identity, &geometry_b, X_ab, request, apart);
      normal = apart.nearest_points[1] - apart.nearest_points[0];
      result.point_a = a.X_WS * apart.nearest_points[0];
      result.point_b = a.X_WS * apart.nearest_points[1];
      claimed = apart.min_distance;
    }
  } catch (const std::exception&) {
    return false;
  }
  const double norm = normal.norm();
  if (!std::isfinite(norm) || !(norm > 0) || !std::isfinite(claimed)) return false;
  result.normal = a.X_WS.R * normal / norm;
  result.distance = surface_separation(a, b, result.normal);
  const double turned = surface_separation(a, b, -result.normal);
  if (turned > result.distance) {
    result.normal = -result.normal;
    result.distance = turned;
  }
  const double size = geometry_a.aabb_radius + geometry_b.aabb_radius;
  result.valid = std::abs(result.distance - claimed) <= kConfirmed * size;
  return result.valid;
}

}  // namespace

struct FclGeometries::Impl {
  std::map<const Shape*, Geometry> of_shape;  // only used for look-ups

  const fcl::CollisionGeometryd* find(const Shape& shape) const {
    const auto found = of_shape.find(&shape);
    return found == of_shape.end() ? nullptr : found->second.get();
  }
};

FclGeometries::FclGeometries() : impl_(std::make_unique<Impl>()) {}
FclGeometries::~FclGeometries() = default;

void FclGeometries::add(const Shape& shape) {
  if (is_unbounded(shape.kind)) return;
  Geometry geometry = make_geometry(shape);
  if (geometry) geometry->computeLocalAABB();
  impl_->of_shape[&shape] = std::move(geometry);
}

void FclGeometries::clear() { impl_->of_shape.clear(); }

struct FclNarrowPhase::Impl {
  const FclGeometries::Impl* geometries = nullptr;
};

FclNarrowPhase::FclNarrowPhase(const FclGeometries& geometries) : impl_(std::make_unique<Impl>()) {
  impl_->geometries = geometries.impl_.get();
}
FclNarrowPhase::~FclNarrowPhase() = default;

Separation FclNarrowPhase::signed_distance(const PosedShape& a, const PosedShape& b) const {
  Separation result;
  const fcl::CollisionGeometryd* geometry_a = impl_->geometries->find(a.shape);
  const fcl::CollisionGeometryd* geometry_b = impl_->geometries->find(b.shape);
  if (geometry_a != nullptr && geometry_b != nullptr)
    result.valid = try_solver(*geometry_a, *geometry_b, a, b, result);
  return result;
}

}  // namespace cardan
