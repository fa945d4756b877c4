#include "collision/query/ray_entry.h"

namespace cardan {
namespace {

constexpr double kEnd = 1e-9;  // relative: tolerance beyond the end of a side

/// The part of a line inside half-spaces m·x ≤ height.
struct RayInterval {
  double enters = -std::numeric_limits<double>::infinity();
  double leaves = std::numeric_limits<double>::infinity();
  void cut(double towards, double depth) {  // takes m·u and height − m·p
    if (towards < 0) enters = std::max(enters, depth / towards);
    if (towards > 0) leaves = std::min(leaves, depth / towards);
    if (towards == 0 && depth < 0) leaves = -std::numeric_limits<double>::infinity();
  }
};

bool enters_box(const Vector3& size, const Vector3& p, const Vector3& u, double& t) {
  RayInterval inside;
  for (int i = 0; i < 3; ++i) {
    inside.cut(u[i], 0.5 * size[i] - p[i]);
    inside.cut(-u[i], 0.5 * size[i] + p[i]);
  }
  t = inside.enters;
  return inside.enters <= inside.leaves;
}

// Intersects a line with a triangle of a surface, which has two opposite faces and no sides.
bool meets_triangle(const ConvexHull& hull, const Vector3& p, const Vector3& u, double& t) {
  const Vector3& n = hull.face_normals[0];
  t = n.dot(hull.vertices[0] - p) / n.dot(u);
  if (!std::isfinite(t)) return false;
  const Vector3 x = p + t * u;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3& corner = hull.vertices[i];
    const Vector3 edge = hull.vertices[(i + 1) % 3] - corner;
    if (edge.cross(x - corner).dot(n) < -kEnd * edge.squaredNorm()) return false;
  }
  return true;
}

bool enters_hull(const ConvexHull& hull, const Vector3& p, const Vector3& u, double& t) {
  if (hull.faces.size() == 2) return meets_triangle(hull, p, u, t);
  RayInterval inside;
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const Vector3& m = hull.face_normals[f];
    inside.cut(m.dot(u), m.dot(hull.vertices[static_cast<std::size_t>(hull.faces[f][0])] - p));
  }
  t = inside.enters;
  return inside.enters <= inside.leaves;
}

/// A surface of revolution x² + y² = (r + k z)² between two heights.
struct RaySide {
  double r, k, low, high;
};

bool enters_side(const RaySide& side, const Vector3& p, const Vector3& u, double& t) {
  const double radius = side.r + side.k * p.z(), slope = side.k * u.z();
  const double a = u.x() * u.x() + u.y() * u.y() - slope * slope;
  const double b = p.x() * u.x() + p.y() * u.y() - radius * slope;
  const double c = p.x() * p.x() + p.y() * p.y() - radius * radius;
  const double square = b * b - a * c;
  if (!(a > 0) || !(square >= 0)) return false;
  // The smaller root, computed without cancellation.
  const double root = std::sqrt(square);
  t = b > 0 ? -(b + root) / a : c / (root - b);
  if (!std::isfinite(t)) return false;
  const double z = p.z() + t * u.z(), slack = kEnd * (side.high - side.low);
  return z >= side.low - slack && z <= side.high + slack;
}

}  // namespace

bool line_enters(const PosedShape& shape, const Vector3& p_W, const Vector3& u_W, double& t) {
  const Vector3 p = shape.X_WS.R.transpose() * (p_W - shape.X_WS.p);
  const Vector3 u = shape.X_WS.R.transpose() * u_W;
  const Vector3& s = shape.shape.size;
  const double half = 0.5 * s.y();
  switch (shape.shape.kind) {
    case ShapeKind::kBox:
      return enters_box(s, p, u, t);
    case ShapeKind::kConvex:
      return enters_hull(*shape.shape.hull, p, u, t);
    case ShapeKind::kCylinder:
    case ShapeKind::kCapsule:
      return enters_side({s.x(), 0, -half, half}, p, u, t);
    case ShapeKind::kCone:
      return enters_side({0.5 * s.x(), -s.x() / s.y(), -half, half}, p, u, t);
    default:
      return false;
  }
}

}  // namespace cardan
