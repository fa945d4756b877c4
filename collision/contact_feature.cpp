#include "collision/contact_feature.h"

#include <cmath>

#include "collision/shape_bounds.h"

namespace cardan {

namespace {

constexpr double kAngle = 1e-6;  // tolerance for a normal to belong to an edge or face [rad]

/// A query in the frame of the shape.
struct Query {
  Vector3 n, p;
};

bool aligned(const Vector3& unit, const Vector3& n) {
  return unit.dot(n) > 0 && unit.cross(n).norm() < kAngle;
}

ContactFeature vertex(const Matrix3& radii = Matrix3::Zero()) {
  return {ContactFeatureKind::kVertex, Vector3::Zero(), radii, 0};
}
ContactFeature edge(const Vector3& direction, const Matrix3& radii = Matrix3::Zero()) {
  return {ContactFeatureKind::kEdge, direction, radii, 0};
}
ContactFeature face(const Vector3& normal, double corner_distance = kInfinite) {
  return {ContactFeatureKind::kFace, normal, Matrix3::Zero(), corner_distance};
}

Matrix3 radius_across(const Vector3& n, double radius) {
  return radius * (Matrix3::Identity() - n * n.transpose());
}

/// A circle about z at the distance r from it, on a surface of revolution: its points move by r dφ
/// while the normal, at the sine s to the axis, turns by s dφ.
Matrix3 radius_about_z(const Vector3& n, double r) {
  const Vector3 along = Vector3(-n.y(), n.x(), 0).normalized();
  return r / n.head<2>().norm() * along * along.transpose();
}

ContactFeature box_feature(const Vector3& size, const Query& query) {
  int level = 0, along = -1, out = 0;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(query.n[i]) < kAngle) {
      ++level;
      along = i;
    } else {
      out = i;
    }
  }
  if (level == 0) return vertex();
  if (level == 1) return edge(Vector3::Unit(along));
  Vector3 from_corner = Vector3::Zero();
  for (int i = 0; i < 3; ++i) {
    if (i != out) from_corner[i] = std::abs(query.p[i]) - 0.5 * size[i];
  }
  return face(std::copysign(1.0, query.n[out]) * Vector3::Unit(out), from_corner.norm());
}

/// An end counts as a sphere, the side as the axis offset by the radius.
ContactFeature capsule_feature(const Vector3& size, const Query& query) {
  if (std::abs(query.n.z()) < kAngle) {
    return edge(Vector3::UnitZ(), radius_about_z(query.n, size.x()));
  }
  return vertex(radius_across(query.n, size.x()));
}

ContactFeature cylinder_feature(const Vector3& size, const Query& query) {
  if (std::abs(query.n.z()) < kAngle) {
    return edge(Vector3::UnitZ(), radius_about_z(query.n, size.x()));
  }
  const double sign = std::copysign(1.0, query.n.z());
  if (!aligned(sign * Vector3::UnitZ(), query.n)) return vertex(radius_about_z(query.n, size.x()));
  // The rim consists of corners: every contact point on it is its own corner.
  return face(sign * Vector3::UnitZ(), std::abs(query.p.head<2>().norm() - size.x()));
}

/// The apex, the side along one of its straight lines, the rim or the base. A cone that lies on its
/// side touches at the apex and at the rim with one normal, which is never exactly that of the
/// side: the point tells which of the two it is.
ContactFeature cone_feature(const Vector3& size, const Query& query) {
  if (aligned(-Vector3::UnitZ(), query.n)) {
    return face(-Vector3::UnitZ(), std::abs(query.p.head<2>().norm() - size.x()));
  }
  const double slant = std::hypot(size.x(), size.y()), out = query.n.head<2>().norm();
  const double past_side = (query.n.z() * size.y() - out * size.x()) / slant;
  if (std::abs(past_side) < kAngle) {
    const Vector3 line(-query.n.x() / out * size.x(), -query.n.y() / out * size.x(), size.y());
    return edge(line / slant, radius_about_z(query.n, query.p.head<2>().norm()));
  }
  const bool at_apex = query.p.head<2>().norm() < 0.5 * size.x();
  return at_apex ? vertex() : vertex(radius_about_z(query.n, size.x()));
}

/// The Hessian of the support function h(n) = |S n| of semi-axes S: (S² − S²n nᵀS²/h²)/h.
ContactFeature ellipsoid_feature(const Vector3& size, const Query& query) {
  const double h = size.cwiseProduct(query.n).norm();
  const Vector3 point = size.cwiseProduct(size).cwiseProduct(query.n) / h;
  const Matrix3 squares = size.cwiseProduct(size).asDiagonal();
  return vertex((squares - point * point.transpose()) / h);
}

/// The edge of a hull between its two highest points along n, or a vertex if there is no such edge.
ContactFeature hull_edge_feature(const ConvexHull& hull, const Query& query) {
  double top = -kInfinite, size = 0;
  for (const Vector3& x : hull.vertices) {
    top = std::max(top, x.dot(query.n));
    size = std::max(size, x.norm());
  }
  for (const auto& [i, j] : hull.edges) {
    const Vector3& a = hull.vertices[static_cast<std::size_t>(i)];
    const Vector3& b = hull.vertices[static_cast<std::size_t>(j)];
    if (std::min(a.dot(query.n), b.dot(query.n)) > top - kAngle * size) {
      return edge((b - a).normalized());
    }
  }
  return vertex();
}

ContactFeature hull_feature(const ConvexHull& hull, const Query& query) {
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    if (!aligned(hull.face_normals[f], query.n)) continue;
    double nearest = kInfinite;
    for (const int v : hull.faces[f]) {
      const Vector3 way = query.p - hull.vertices[static_cast<std::size_t>(v)];
      nearest = std::min(nearest, (way - way.dot(query.n) * query.n).norm());
    }
    return face(hull.face_normals[f], nearest);
  }
  return hull_edge_feature(hull, query);
}

ContactFeature feature_in_shape(const Shape& shape, const Query& query) {
  switch (shape.kind) {
    case ShapeKind::kSphere:
      return vertex(radius_across(query.n, shape.size.x()));
    case ShapeKind::kHollowSphere:
      return vertex(radius_across(query.n, -shape.size.x()));
    case ShapeKind::kBox:
      return box_feature(shape.size, query);
    case ShapeKind::kCapsule:
      return capsule_feature(shape.size, query);
    case ShapeKind::kCylinder:
      return cylinder_feature(shape.size, query);
    case ShapeKind::kCone:
      return cone_feature(shape.size, query);
    case ShapeKind::kConvex:
      return hull_feature(*shape.hull, query);
    case ShapeKind::kEllipsoid:
      return ellipsoid_feature(shape.size, query);
    case ShapeKind::kHalfSpace:
    case ShapeKind::kMesh:
    case ShapeKind::kHeightfield:
      break;
  }
  return face(query.n);  // for a triangle or half-space, the normal of the contact
}

}  // namespace

ContactFeature contact_feature(const Shape& shape, const RigidTransform& X_WS,
                               const Vector3& outward, const Vector3& p_W) {
  const Matrix3 R_SW = X_WS.R.transpose();
  ContactFeature feature = feature_in_shape(shape, {R_SW * outward, R_SW * (p_W - X_WS.p)});
  feature.direction = X_WS.R * feature.direction;
  feature.radii = X_WS.R * feature.radii * R_SW;
  return feature;
}

}  // namespace cardan
