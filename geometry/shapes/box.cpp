#include "geometry/shape_form.h"

namespace cardan {

namespace {

struct Box {
  static SpatialInertia solid(const Vector3& s, double density) {
    const double m = density * s.x() * s.y() * s.z();
    const Vector3 q = s.cwiseAbs2();
    return diagonal_inertia(m, m * (q.y() + q.z()) / 12, m * (q.x() + q.z()) / 12,
                            m * (q.x() + q.y()) / 12);
  }
  // Of six plates.
  static SpatialInertia shell(const Vector3& s) {
    SpatialInertia sum;
    for (int k = 0; k < 3; ++k) {
      Vector3 flat = s;
      flat[k] = 0;
      const Vector3 q = flat.cwiseAbs2();
      const double area = s[(k + 1) % 3] * s[(k + 2) % 3];
      for (const double side : {-0.5, 0.5}) {
        SpatialInertia plate =
            diagonal_inertia(area, area * (q.y() + q.z()) / 12, area * (q.x() + q.z()) / 12,
                             area * (q.x() + q.y()) / 12);
        plate.com[k] = side * s[k];
        sum = sum + plate;
      }
    }
    return sum;
  }
  static double radius(const Shape& shape) { return shape.size.norm() / 2; }
  static AxisBox bounds(const Shape& shape) {
    const Vector3 half = 0.5 * shape.size;
    return {-half, half};
  }
  static Vector3 support(const Shape& shape, const Vector3& d) {
    const Vector3& s = shape.size;
    return {std::copysign(0.5 * s.x(), d.x()), std::copysign(0.5 * s.y(), d.y()),
            std::copysign(0.5 * s.z(), d.z())};
  }
  static Vector3 corner(const Vector3& size, std::uint32_t bits) {
    return {(bits & 1u) != 0 ? 0.5 * size.x() : -0.5 * size.x(),
            (bits & 2u) != 0 ? 0.5 * size.y() : -0.5 * size.y(),
            (bits & 4u) != 0 ? 0.5 * size.z() : -0.5 * size.z()};
  }
  static TriangleMesh tessellate(const Vector3& size, double) {
    TriangleMesh mesh;
    for (std::uint32_t k = 0; k < 8; ++k) mesh.vertices.push_back(corner(size, k));
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
  }
  static void extreme_points(const PosedShape& shape, const Vector3&,
                             std::vector<ExtremePoint>& points) {
    for (std::uint32_t i = 0; i < 8; ++i)
      points.push_back({shape.X_WS * corner(shape.shape.size, i), 0, i});
  }
  static void support_face(const PosedShape& shape, const Vector3&, const Vector3& d_S,
                           Feature& feature) {
    int axis = 0;
    for (int i = 1; i < 3; ++i)
      if (std::abs(d_S[i]) > std::abs(d_S[axis]) + kTie) axis = i;
    const bool upper = d_S[axis] > 0;
    const auto u = 1u << ((axis + 1) % 3), v = 1u << ((axis + 2) % 3);
    const auto base = upper ? 1u << axis : 0u;
    for (const std::uint32_t bits : {base, base | u, base | u | v, base | v})
      feature.vertices.push_back({shape.X_WS * corner(shape.shape.size, bits), bits});
    feature.normal = (upper ? 1.0 : -1.0) * shape.X_WS.R.col(axis);
  }
  // Selects, among the three edges at the support corner, the one most nearly perpendicular to d.
  static void support_edge(const PosedShape& shape, const Vector3&, const Vector3& d_S,
                           Feature& feature) {
    int axis = 0;
    for (int i = 1; i < 3; ++i)
      if (std::abs(d_S[i]) < std::abs(d_S[axis]) - kTie) axis = i;
    if (std::abs(d_S[axis]) > kEdgeSine) return;
    std::uint32_t bits = 0;
    for (int i = 0; i < 3; ++i)
      if (i != axis && d_S[i] > 0) bits |= 1u << i;
    feature.vertices.push_back({shape.X_WS * corner(shape.shape.size, bits), bits});
    bits |= 1u << axis;
    feature.vertices.push_back({shape.X_WS * corner(shape.shape.size, bits), bits});
  }
  static void flat_normals(const Shape&, NearNormals& near) {
    for (int i = 0; i < 3; ++i) near.offer(Vector3::Unit(i) * std::copysign(1.0, near.n_S[i]));
  }
  static ContactFeature feature(const Shape& shape, const Vector3& normal, const Vector3& point) {
    int level = 0, along = -1, out = 0;
    for (int i = 0; i < 3; ++i) {
      if (std::abs(normal[i]) < kFeatureAngle) {
        ++level;
        along = i;
      } else {
        out = i;
      }
    }
    if (level == 0) return vertex_feature();
    if (level == 1) return edge_feature(Vector3::Unit(along));
    Vector3 from_corner = Vector3::Zero();
    for (int i = 0; i < 3; ++i) {
      if (i != out) from_corner[i] = std::abs(point[i]) - 0.5 * shape.size[i];
    }
    return face_feature(std::copysign(1.0, normal[out]) * Vector3::Unit(out), from_corner.norm());
  }
  static RayInterval cross(const Shape& shape, const LocalRay& ray) {
    RayInterval interval;
    for (int i = 0; i < 3; ++i) {
      clip_plane(ray, Vector3::Unit(i), 0.5 * shape.size[i], interval);
      clip_plane(ray, -Vector3::Unit(i), 0.5 * shape.size[i], interval);
    }
    return interval;
  }
  static bool line_enters(const Shape& shape, const LocalRay& line, double& t) {
    LineInterval inside;
    for (int i = 0; i < 3; ++i) {
      inside.cut(line.direction[i], 0.5 * shape.size[i] - line.origin[i]);
      inside.cut(-line.direction[i], 0.5 * shape.size[i] + line.origin[i]);
    }
    t = inside.enters;
    return inside.enters <= inside.leaves;
  }
  static void far_points(const Shape& shape, const Vector3&, std::vector<Vector3>& points,
                         double&) {
    for (std::uint32_t i = 0; i < 8; ++i) points.push_back(corner(shape.size, i));
  }
  static PointDistance distance(const Vector3& size, const Vector3& p) {
    const Vector3 beyond = p.cwiseAbs() - 0.5 * size;  // per axis, positive outside
    const Vector3 sign(std::copysign(1.0, p.x()), std::copysign(1.0, p.y()),
                       std::copysign(1.0, p.z()));
    const Vector3 out = beyond.cwiseMax(0);
    const double norm = out.norm();
    if (norm > 0) return {norm, out.cwiseProduct(sign) / norm};
    int axis = 0;
    for (int i = 1; i < 3; ++i)
      if (beyond[i] > beyond[axis]) axis = i;
    return {beyond[axis], Vector3::Unit(axis) * sign[axis]};
  }
};

}  // namespace

extern const ShapeForm kBoxForm;
constinit const ShapeForm kBoxForm{
    .kind = GeometryKind::kBox,
    .name = "box",
    .place = 1,
    .mjcf = "box",
    .in_robot_files = true,
    .sizes = {.count = 3, .list = "size", .num_positive = 3, .mjcf = {0.5, 0.5, 0.5}},
    .rank = 1,
    .is_convex = true,
    .is_polytope = true,
    .solid = Box::solid,
    .shell = Box::shell,
    .radius = Box::radius,
    .bounds = Box::bounds,
    .support = Box::support,
    .tessellate = Box::tessellate,
    .extreme_points = Box::extreme_points,
    .support_face = Box::support_face,
    .support_edge = Box::support_edge,
    .flat_normals = Box::flat_normals,
    .feature = Box::feature,
    .cross = Box::cross,
    .line_enters = Box::line_enters,
    .far_points = Box::far_points,
    .distance = Box::distance};

}  // namespace cardan
