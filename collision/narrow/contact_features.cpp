#include "collision/narrow/contact_features.h"

#include "collision/narrow/extreme_points.h"

namespace cardan {
namespace {

constexpr int kDiscSides = 16;      // sides of the polygon inscribed in a disc
constexpr double kDiscFaces = 0.7;  // cosine above which the disc, not the side, is the support
                                    // face
constexpr double kEdgeSine =
    0.1;  // an edge steeper than this against the plane normal to d is not a support edge
constexpr double kNearCosine = 1 - 1e-6;
constexpr double kNearSine = 1e-3;
constexpr double kTie = 1e-9;  // faces equally aligned within this: the lower index wins

/// Direction away from the axis z; x for a point on the axis itself.
Vector2 radial_direction(const Vector3& d) {
  const double norm = std::hypot(d.x(), d.y());
  return norm > 0 ? Vector2(d.x() / norm, d.y() / norm) : Vector2(1, 0);
}

Vector3 box_corner(const Vector3& size, std::uint32_t bits) {
  return {(bits & 1u) != 0 ? 0.5 * size.x() : -0.5 * size.x(),
          (bits & 2u) != 0 ? 0.5 * size.y() : -0.5 * size.y(),
          (bits & 4u) != 0 ? 0.5 * size.z() : -0.5 * size.z()};
}

void box_face(const PosedShape& shape, const Vector3& d_S, Feature& feature) {
  int axis = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(d_S[i]) > std::abs(d_S[axis]) + kTie) axis = i;
  const bool upper = d_S[axis] > 0;
  const auto u = 1u << ((axis + 1) % 3), v = 1u << ((axis + 2) % 3);
  const auto base = upper ? 1u << axis : 0u;
  for (const std::uint32_t bits : {base, base | u, base | u | v, base | v})
    feature.vertices.push_back({shape.X_WS * box_corner(shape.shape.size, bits), bits});
  feature.normal = (upper ? 1.0 : -1.0) * shape.X_WS.R.col(axis);
}

void disc_face(const PosedShape& shape, const Vector3& d_S, double z, std::uint32_t first,
               Feature& feature) {
  const double r = shape.shape.size.x();
  const Vector2 u = rim_direction(d_S);
  for (int k = 0; k < kDiscSides; ++k) {
    const double angle = 2 * M_PI * k / kDiscSides;
    const double c = std::cos(angle), s = std::sin(angle);
    const Vector3 rim(r * (c * u.x() - s * u.y()), r * (s * u.x() + c * u.y()), z);
    feature.vertices.push_back({shape.X_WS * rim, first + static_cast<std::uint32_t>(k)});
  }
  feature.normal = (z > 0 ? 1.0 : -1.0) * shape.X_WS.R.col(2);
}

/// Outward normal of the generator of a cylinder or cone that faces d: [h u; r] normalised, with r
/// = 0 for a cylinder.
Vector3 side_normal(const Shape& shape, const Vector3& d_S) {
  const Vector2 u = radial_direction(d_S);
  if (shape.kind == ShapeKind::kCylinder) return {u.x(), u.y(), 0};
  return Vector3(shape.size.y() * u.x(), shape.size.y() * u.y(), shape.size.x()).normalized();
}

void generator(const PosedShape& shape, const Vector3& d_S, Feature& feature) {
  const Vector3& s = shape.shape.size;
  const Vector2 u = radial_direction(d_S);
  const double top =
      shape.shape.kind == ShapeKind::kCylinder ? s.x() : 0;  // a cone ends in its apex
  feature.vertices.push_back(
      {shape.X_WS * Vector3(s.x() * u.x(), s.x() * u.y(), -0.5 * s.y()), 32});
  feature.vertices.push_back({shape.X_WS * Vector3(top * u.x(), top * u.y(), 0.5 * s.y()), 33});
}

void round_face(const PosedShape& shape, const Vector3& d_S, Feature& feature) {
  const Shape& s = shape.shape;
  const bool cone = s.kind == ShapeKind::kCone;
  const double disc_cosine = cone ? -d_S.z() : std::abs(d_S.z());
  const bool disc = cone ? disc_cosine > d_S.dot(side_normal(s, d_S)) : disc_cosine > kDiscFaces;
  if (!disc) return generator(shape, d_S, feature);
  const bool upper = d_S.z() > 0;
  disc_face(shape, d_S, upper ? 0.5 * s.size.y() : -0.5 * s.size.y(),
            upper ? static_cast<std::uint32_t>(kDiscSides) : 0u, feature);
}

void capsule_segment(const PosedShape& shape, const Vector3& d, Feature& feature) {
  const Vector3 shift = shape.X_WS.p + shape.shape.size.x() * d;
  const Vector3 half = 0.5 * shape.shape.size.y() * shape.X_WS.R.col(2);
  feature.vertices.push_back({shift - half, 0});
  feature.vertices.push_back({shift + half, 1});
}

void hull_face(const PosedShape& shape, const Vector3& d_S, Feature& feature) {
  const ConvexHull& hull = *shape.shape.hull;
  std::size_t best = 0;
  double best_dot = -2;
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const double dot = hull.face_normals[f].dot(d_S);
    if (dot > best_dot + kTie) {
      best = f;
      best_dot = dot;
    }
  }
  for (int v : hull.faces[best])
    feature.vertices.push_back(
        {shape.X_WS * hull.vertices[static_cast<std::size_t>(v)], static_cast<std::uint32_t>(v)});
  feature.normal = shape.X_WS.R * hull.face_normals[best];
}

// Selects, among the three edges at the support corner, the one most nearly perpendicular to d.
void box_edge(const PosedShape& shape, const Vector3& d_S, Feature& feature) {
  int axis = 0;
  for (int i = 1; i < 3; ++i)
    if (std::abs(d_S[i]) < std::abs(d_S[axis]) - kTie) axis = i;
  if (std::abs(d_S[axis]) > kEdgeSine) return;
  std::uint32_t bits = 0;
  for (int i = 0; i < 3; ++i)
    if (i != axis && d_S[i] > 0) bits |= 1u << i;
  feature.vertices.push_back({shape.X_WS * box_corner(shape.shape.size, bits), bits});
  bits |= 1u << axis;
  feature.vertices.push_back({shape.X_WS * box_corner(shape.shape.size, bits), bits});
}

void hull_edge(const PosedShape& shape, const Vector3& d_S, Feature& feature) {
  const ConvexHull& hull = *shape.shape.hull;
  const auto at = [&](int v) -> const Vector3& {
    return hull.vertices[static_cast<std::size_t>(v)];
  };
  int top = 0;
  for (int v = 1; v < static_cast<int>(hull.vertices.size()); ++v)
    if (at(v).dot(d_S) > at(top).dot(d_S)) top = v;
  int other = -1;
  double least = kEdgeSine;
  for (int v : hull.neighbours[static_cast<std::size_t>(top)]) {
    const double sine = std::abs((at(v) - at(top)).normalized().dot(d_S));
    if (sine < least - kTie) {
      least = sine;
      other = v;
    }
  }
  if (other < 0) return;
  for (int v : {std::min(top, other), std::max(top, other)})
    feature.vertices.push_back({shape.X_WS * at(v), static_cast<std::uint32_t>(v)});
}

}  // namespace

void support_face(const PosedShape& shape, const Vector3& d, Feature& feature) {
  feature.vertices.clear();
  const Vector3 d_S = shape.X_WS.R.transpose() * d;
  switch (shape.shape.kind) {
    case ShapeKind::kBox:
      return box_face(shape, d_S, feature);
    case ShapeKind::kCylinder:
    case ShapeKind::kCone:
      return round_face(shape, d_S, feature);
    case ShapeKind::kCapsule:
      return capsule_segment(shape, d, feature);
    case ShapeKind::kConvex:
      return hull_face(shape, d_S, feature);
    default:
      feature.vertices.push_back({shape.X_WS * support_point(shape.shape, d_S), 0});
  }
}

void support_edge(const PosedShape& shape, const Vector3& d, Feature& feature) {
  feature.vertices.clear();
  const Vector3 d_S = shape.X_WS.R.transpose() * d;
  switch (shape.shape.kind) {
    case ShapeKind::kBox:
      return box_edge(shape, d_S, feature);
    case ShapeKind::kConvex:
      return hull_edge(shape, d_S, feature);
    case ShapeKind::kCapsule:
      if (std::abs(d_S.z()) < kEdgeSine) capsule_segment(shape, d, feature);
      return;
    case ShapeKind::kCylinder:
    case ShapeKind::kCone: {
      const Vector3 side = side_normal(shape.shape, d_S);
      if (side.dot(d_S) > 0 && side.cross(d_S).norm() < kEdgeSine) generator(shape, d_S, feature);
      return;
    }
    default:
      return;
  }
}

bool circle_near(const PosedShape& shape, const Vector3& d, Feature& feature,
                 NormalCircle& circle) {
  support_edge(shape, d, feature);
  if (feature.vertices.size() != 2) return false;
  const ShapeKind kind = shape.shape.kind;
  const bool round =
      kind == ShapeKind::kCylinder || kind == ShapeKind::kCone || kind == ShapeKind::kCapsule;
  circle.cosine = 0;
  if (kind == ShapeKind::kCone)
    circle.cosine = shape.shape.size.x() / std::hypot(shape.shape.size.x(), shape.shape.size.y());
  const Vector3 along = feature.vertices[1].point - feature.vertices[0].point;
  const double length = along.norm();
  if (round) {
    circle.axis = shape.X_WS.R.col(2);
  } else if (length > 0) {
    circle.axis = along / length;
  }
  return length > 0;
}

void flat_normals_near(const PosedShape& shape, const Vector3& n, std::vector<Vector3>& normals) {
  normals.clear();
  const Matrix3& R = shape.X_WS.R;
  const Vector3 n_S = R.transpose() * n;
  const auto offer = [&](const Vector3& m_S) {
    if (m_S.dot(n_S) > kNearCosine) normals.emplace_back(R * m_S);
  };
  switch (shape.shape.kind) {
    case ShapeKind::kBox:
      for (int i = 0; i < 3; ++i) offer(Vector3::Unit(i) * std::copysign(1.0, n_S[i]));
      return;
    case ShapeKind::kConvex:
      for (const Vector3& m : shape.shape.hull->face_normals) offer(m);
      return;
    case ShapeKind::kCylinder:
      offer(Vector3::UnitZ() * std::copysign(1.0, n_S.z()));
      return offer(side_normal(shape.shape, n_S));
    case ShapeKind::kCone:
      offer(-Vector3::UnitZ());
      return offer(side_normal(shape.shape, n_S));
    case ShapeKind::kCapsule:
      if (std::abs(n_S.z()) < kNearSine) offer(Vector3(n_S.x(), n_S.y(), 0).normalized());
      return;
    default:
      return;
  }
}

}  // namespace cardan
