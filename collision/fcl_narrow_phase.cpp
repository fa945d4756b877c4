#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/distance.h>

#include "cardan/collision/fcl_narrow_phase_internal.h"

namespace cardan {
namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

constexpr double kPerturbation = 1e-7;  // relative to the size of the pair
constexpr double kConfirmed =
    1e-6;  // relative: how far support functions may differ from an answer

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
    case ShapeKind::kSphere:
      return std::make_shared<fcl::Sphered>(s.x());
    case ShapeKind::kBox:
      return std::make_shared<fcl::Boxd>(s.x(), s.y(), s.z());
    case ShapeKind::kCylinder:
      return std::make_shared<fcl::Cylinderd>(s.x(), s.y());
    case ShapeKind::kCapsule:
      return std::make_shared<fcl::Capsuled>(s.x(), s.y());
    case ShapeKind::kEllipsoid:
      return std::make_shared<fcl::Ellipsoidd>(s.x(), s.y(), s.z());
    case ShapeKind::kCone:
      return std::make_shared<fcl::Coned>(s.x(), s.y());
    case ShapeKind::kConvex:
      return make_hull_geometry(*shape.hull);
    case ShapeKind::kHalfSpace:
    case ShapeKind::kHollowSphere:
    case ShapeKind::kMesh:
    case ShapeKind::kHeightfield:
      break;
  }
  return nullptr;
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

/// One rung: FCL's signed distance, turned into a normal and confirmed by support functions.
bool try_distance(const fcl::CollisionGeometryd& geometry_a,
                  const fcl::CollisionGeometryd& geometry_b, const PosedShape& a,
                  const PosedShape& b, fcl::GJKSolverType solver, Separation& result) {
  fcl::DistanceRequestd request(true, true);
  request.gjk_solver_type = solver;
  request.distance_tolerance = 1e-10;
  fcl::DistanceResultd answer;
  try {
    fcl::distance(&geometry_a, to_fcl(a.X_WS), &geometry_b, to_fcl(b.X_WS), request, answer);
  } catch (const std::exception&) {  // EPA throws std::logic_error (FCL issues 319, 493, 529)
    return false;
  }
  const Vector3 d = answer.nearest_points[1] - answer.nearest_points[0];
  if (!d.allFinite() || !(d.norm() > 0) || !std::isfinite(answer.min_distance)) return false;
  result.normal = d.normalized() * (answer.min_distance < 0 ? -1.0 : 1.0);
  result.distance = surface_separation(a, b, result.normal);
  result.point_a = answer.nearest_points[0];
  result.point_b = answer.nearest_points[1];
  const double size = geometry_a.aabb_radius + geometry_b.aabb_radius;
  result.valid = std::abs(result.distance - answer.min_distance) <= kConfirmed * size;
  return result.valid;
}

}  // namespace

struct FclGeometries::Impl {
  std::map<const Shape*, Geometry> of_shape;  // looked up, never walked

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

Separation FclNarrowPhase::signed_distance(const PosedShape& a, const PosedShape& b,
                                           int& failures) {
  Separation result;
  const fcl::CollisionGeometryd* found_a = impl_->geometries->find(a.shape);
  const fcl::CollisionGeometryd* found_b = impl_->geometries->find(b.shape);
  if (found_a == nullptr || found_b == nullptr) return result;
  const fcl::CollisionGeometryd &geometry_a = *found_a, &geometry_b = *found_b;
  RigidTransform X_b = b.X_WS;
  for (int perturbed = 0; perturbed < 2; ++perturbed) {
    // FCL's own solver alone: its libccd path ends in assertions, which no handler can catch.
    if (try_distance(geometry_a, geometry_b, a, {b.shape, X_b}, fcl::GST_INDEP, result)) {
      result.distance = surface_separation(a, b, result.normal);
      return result;
    }
    ++failures;
    const double size = geometry_a.aabb_radius + geometry_b.aabb_radius;
    X_b.p += kPerturbation * size * Vector3(0.6, 0.48, 0.64);
  }
  result.valid = false;
  return result;
}

}  // namespace cardan
