#include <algorithm>

#include "geometry/shape_form.h"

namespace cardan {

namespace {

constexpr double kTriangleEnd = 1e-9;  // relative: tolerance beyond the end of a side

struct Convex {
  static double radius(const Shape& shape) {
    double radius = 0;
    for (const Vector3& vertex : shape.hull->vertices) radius = std::max(radius, vertex.norm());
    return radius;
  }
  static AxisBox bounds(const Shape& shape) { return box_of_points(shape.hull->vertices); }
  static Vector3 support(const Shape& shape, const Vector3& d) {
    const std::vector<Vector3>& vertices = shape.hull->vertices;
    std::size_t best = 0;
    double best_dot = d.dot(vertices[0]);
    for (std::size_t i = 1; i < vertices.size(); ++i) {
      const double dot = d.dot(vertices[i]);
      if (dot > best_dot) {
        best_dot = dot;
        best = i;
      }
    }
    return vertices[best];
  }
  static void extreme_points(const PosedShape& shape, const Vector3&,
                             std::vector<ExtremePoint>& points) {
    const std::vector<Vector3>& vertices = shape.shape.hull->vertices;
    for (std::size_t i = 0; i < vertices.size(); ++i)
      points.push_back({shape.X_WS * vertices[i], 0, static_cast<std::uint32_t>(i)});
  }
  static void support_face(const PosedShape& shape, const Vector3&, const Vector3& d_S,
                           Feature& feature) {
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
    for (const int v : hull.faces[best])
      feature.vertices.push_back(
          {shape.X_WS * hull.vertices[static_cast<std::size_t>(v)], static_cast<std::uint32_t>(v)});
    feature.normal = shape.X_WS.R * hull.face_normals[best];
  }
  static void support_edge(const PosedShape& shape, const Vector3&, const Vector3& d_S,
                           Feature& feature) {
    const ConvexHull& hull = *shape.shape.hull;
    const auto at = [&](int v) -> const Vector3& {
      return hull.vertices[static_cast<std::size_t>(v)];
    };
    int top = 0;
    for (int v = 1; v < static_cast<int>(hull.vertices.size()); ++v)
      if (at(v).dot(d_S) > at(top).dot(d_S)) top = v;
    int other = -1;
    double least = kEdgeSine;
    for (const int v : hull.neighbours[static_cast<std::size_t>(top)]) {
      const double sine = std::abs((at(v) - at(top)).normalized().dot(d_S));
      if (sine < least - kTie) {
        least = sine;
        other = v;
      }
    }
    if (other < 0) return;
    for (const int v : {std::min(top, other), std::max(top, other)})
      feature.vertices.push_back({shape.X_WS * at(v), static_cast<std::uint32_t>(v)});
  }
  static void flat_normals(const Shape& shape, NearNormals& near) {
    for (const Vector3& m : shape.hull->face_normals) near.offer(m);
  }
  // The edge between the two highest points along n, or a vertex if there is no such edge.
  static ContactFeature edge_or_vertex(const ConvexHull& hull, const Vector3& n) {
    double top = -kInfinite, size = 0;
    for (const Vector3& x : hull.vertices) {
      top = std::max(top, x.dot(n));
      size = std::max(size, x.norm());
    }
    for (const auto& [i, j] : hull.edges) {
      const Vector3& a = hull.vertices[static_cast<std::size_t>(i)];
      const Vector3& b = hull.vertices[static_cast<std::size_t>(j)];
      if (std::min(a.dot(n), b.dot(n)) > top - kFeatureAngle * size)
        return edge_feature((b - a).normalized());
    }
    return vertex_feature();
  }
  static ContactFeature feature(const Shape& shape, const Vector3& normal, const Vector3& point) {
    const ConvexHull& hull = *shape.hull;
    for (std::size_t f = 0; f < hull.faces.size(); ++f) {
      if (!is_aligned(hull.face_normals[f], normal)) continue;
      double nearest = kInfinite;
      for (const int v : hull.faces[f]) {
        const Vector3 way = point - hull.vertices[static_cast<std::size_t>(v)];
        nearest = std::min(nearest, (way - way.dot(normal) * normal).norm());
      }
      return face_feature(hull.face_normals[f], nearest);
    }
    return edge_or_vertex(hull, normal);
  }
  static RayInterval cross(const Shape& shape, const LocalRay& ray) {
    const ConvexHull& hull = *shape.hull;
    RayInterval interval;
    for (std::size_t f = 0; f < hull.faces.size(); ++f) {
      const Vector3& on_face = hull.vertices[static_cast<std::size_t>(hull.faces[f][0])];
      clip_plane(ray, hull.face_normals[f], hull.face_normals[f].dot(on_face), interval);
    }
    return interval;
  }
  // Intersects a line with a triangle of a surface, which has two opposite faces and no sides.
  static bool meets_triangle(const ConvexHull& hull, const LocalRay& line, double& t) {
    const Vector3& n = hull.face_normals[0];
    t = n.dot(hull.vertices[0] - line.origin) / n.dot(line.direction);
    if (!std::isfinite(t)) return false;
    const Vector3 x = line.at(t);
    for (std::size_t i = 0; i < 3; ++i) {
      const Vector3& corner = hull.vertices[i];
      const Vector3 edge = hull.vertices[(i + 1) % 3] - corner;
      if (edge.cross(x - corner).dot(n) < -kTriangleEnd * edge.squaredNorm()) return false;
    }
    return true;
  }
  static bool line_enters(const Shape& shape, const LocalRay& line, double& t) {
    const ConvexHull& hull = *shape.hull;
    if (hull.faces.size() == 2) return meets_triangle(hull, line, t);
    LineInterval inside;
    for (std::size_t f = 0; f < hull.faces.size(); ++f) {
      const Vector3& m = hull.face_normals[f];
      inside.cut(m.dot(line.direction),
                 m.dot(hull.vertices[static_cast<std::size_t>(hull.faces[f][0])] - line.origin));
    }
    t = inside.enters;
    return inside.enters <= inside.leaves;
  }
  static void far_points(const Shape& shape, const Vector3&, std::vector<Vector3>& points,
                         double&) {
    points = shape.hull->vertices;
  }
};

}  // namespace

extern const ShapeForm kConvexForm;
constinit const ShapeForm kConvexForm{.kind = GeometryKind::kConvex,
                                      .name = "convex",
                                      .rank = 6,
                                      .is_convex = true,
                                      .is_polytope = true,
                                      .radius = Convex::radius,
                                      .bounds = Convex::bounds,
                                      .support = Convex::support,
                                      .extreme_points = Convex::extreme_points,
                                      .support_face = Convex::support_face,
                                      .support_edge = Convex::support_edge,
                                      .flat_normals = Convex::flat_normals,
                                      .feature = Convex::feature,
                                      .cross = Convex::cross,
                                      .line_enters = Convex::line_enters,
                                      .far_points = Convex::far_points};

}  // namespace cardan
