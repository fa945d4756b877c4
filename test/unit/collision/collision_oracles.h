#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "collision/collision_scene.h"

/// Oracles for contact geometry that share only support_point with the library.
namespace cardan::oracle {

inline Shape make_shape(GeometryKind kind, double x, double y = 0, double z = 0) {
  Shape shape;
  shape.kind = kind;
  shape.size = Vector3(x, y, z);
  return shape;
}

inline Shape make_hull(const std::vector<Vector3>& points) {
  Shape shape;
  shape.kind = GeometryKind::kConvex;
  shape.hull = make_convex_hull(points, "hull");
  return shape;
}

inline std::vector<Vector3> box_corners(const Vector3& size) {
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i)
    points.push_back(
        0.5 * size.cwiseProduct(Vector3((i & 1) ? 1 : -1, (i & 2) ? 1 : -1, (i & 4) ? 1 : -1)));
  return points;
}

struct Pose {
  Shape shape;
  RigidTransform X;
  Vector3 support(const Vector3& d) const { return X * support_point(shape, X.R.transpose() * d); }
};

/// Signed distance along n, a lower bound of the true one for every unit n.
inline double along(const Pose& a, const Pose& b, const Vector3& n) {
  return n.dot(b.support(-n)) - n.dot(a.support(n));
}

inline std::vector<Vector3> sphere_directions(int count) {
  std::vector<Vector3> directions;
  for (int i = 0; i < count; ++i) {  // Fibonacci lattice
    const double z = 1 - (2 * i + 1.0) / count, r = std::sqrt(1 - z * z),
                 phi = i * 2.399963229728653;
    directions.emplace_back(r * std::cos(phi), r * std::sin(phi), z);
  }
  return directions;
}

/// Greatest value of a function with one peak in [-w, w], to w * 1e-9.
template <typename F>
double golden_peak(const F& f, double w, double& at) {
  constexpr double kGolden = 0.6180339887498949;
  double lo = -w, hi = w;
  double x = hi - kGolden * (hi - lo), y = lo + kGolden * (hi - lo);
  double fx = f(x), fy = f(y);
  for (int i = 0; i < 44; ++i) {
    if (fx > fy) {
      hi = y;
      y = x;
      fy = fx;
      fx = f(x = hi - kGolden * (hi - lo));
    } else {
      lo = x;
      x = y;
      fx = fy;
      fy = f(y = lo + kGolden * (hi - lo));
    }
  }
  at = fx > fy ? x : y;
  return std::max(fx, fy);
}

/// Nested golden sections in the tangent plane: on the ridges of flat shapes a compass search would
/// stall.
inline double refine(const Pose& a, const Pose& b, Vector3& n, double window) {
  double best = along(a, b, n);
  for (double w : {window, 0.1 * window}) {
    const Vector3 u = n.unitOrthogonal(), v = n.cross(u);
    double x = 0, y = 0;
    const auto direction = [&](double s, double t) {
      return Vector3((n + s * u + t * v).normalized());
    };
    const auto row = [&](double s) {
      return golden_peak([&](double t) { return along(a, b, direction(s, t)); }, w, y);
    };
    if (golden_peak(row, w, x) <= best) continue;
    best = row(x);
    n = direction(x, y);
  }
  return best;
}

/// max over n of `along`, by a sweep of the sphere and local refinement of the best few.
inline double swept_distance(const Pose& a, const Pose& b, int sweep = 1500, int starts = 4) {
  static const std::vector<Vector3> directions = sphere_directions(sweep);
  std::vector<std::pair<double, int>> values;
  for (int i = 0; i < static_cast<int>(directions.size()); ++i)
    values.emplace_back(-along(a, b, directions[static_cast<std::size_t>(i)]), i);
  std::partial_sort(values.begin(), values.begin() + starts, values.end());
  double best = -1e300;
  for (int s = 0; s < starts; ++s) {
    Vector3 n = directions[static_cast<std::size_t>(values[static_cast<std::size_t>(s)].second)];
    best = std::max(best, refine(a, b, n, 0.08));
  }
  return best;
}

inline double segment_distance(const Vector3& p, const Vector3& p2, const Vector3& q,
                               const Vector3& q2) {
  // Candidates: ends against the other segment, and the crossing of the lines.
  const auto to_segment = [](const Vector3& x, const Vector3& s, const Vector3& e) {
    const double t = std::clamp((x - s).dot(e - s) / (e - s).squaredNorm(), 0.0, 1.0);
    return (x - s - t * (e - s)).norm();
  };
  double best = std::min(
      {to_segment(p, q, q2), to_segment(p2, q, q2), to_segment(q, p, p2), to_segment(q2, p, p2)});
  Eigen::Matrix<double, 3, 2> M;
  M.col(0) = p2 - p;
  M.col(1) = q - q2;
  if ((p2 - p).cross(q2 - q).norm() > 1e-9) {
    const Vector2 st = M.colPivHouseholderQr().solve(q - p);
    if (st.minCoeff() >= 0 && st.maxCoeff() <= 1) best = std::min(best, (p - q + M * st).norm());
  }
  return best;
}

/// Distance of a point to a convex polygon whose plane it projects into; infinity when it projects
/// outside.
inline double face_distance(const Vector3& x, const std::vector<Vector3>& loop,
                            const Vector3& normal) {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vector3 edge = loop[(i + 1) % loop.size()] - loop[i];
    if (edge.cross(normal).dot(x - loop[i]) > 0) return 1e300;
  }
  const double d = normal.dot(x - loop[0]);
  return d >= 0 ? d : 1e300;
}

inline const ConvexHull& hull_of(const Shape& shape) {
  static std::vector<std::pair<Vector3, std::shared_ptr<const ConvexHull>>> boxes;
  if (shape.kind == GeometryKind::kConvex) return *shape.hull;
  for (const auto& [size, hull] : boxes)
    if (size == shape.size) return *hull;
  boxes.emplace_back(shape.size, make_convex_hull(box_corners(shape.size), "box"));
  return *boxes.back().second;
}

/// Signed distance of two polytopes by all faces and all pairs of edges, without any pruning.
inline double polytope_distance(const Pose& a, const Pose& b) {
  const ConvexHull &A = hull_of(a.shape), &B = hull_of(b.shape);
  double axis_best = -1e300;
  for (const Vector3& m : A.face_normals) axis_best = std::max(axis_best, along(a, b, a.X.R * m));
  for (const Vector3& m : B.face_normals)
    axis_best = std::max(axis_best, along(a, b, -(b.X.R * m)));
  const auto vertex = [](const Pose& p, const ConvexHull& h, int i) {
    return p.X * h.vertices[static_cast<std::size_t>(i)];
  };
  for (const auto& [i, j] : A.edges) {
    for (const auto& [k, l] : B.edges) {
      const Vector3 n =
          (vertex(a, A, j) - vertex(a, A, i)).cross(vertex(b, B, l) - vertex(b, B, k));
      if (n.norm() < 1e-9) continue;
      axis_best = std::max({axis_best, along(a, b, n.normalized()), along(a, b, -n.normalized())});
    }
  }
  if (axis_best <= 0) return axis_best;
  double nearest = 1e300;
  for (const auto& [i, j] : A.edges)
    for (const auto& [k, l] : B.edges)
      nearest = std::min(nearest, segment_distance(vertex(a, A, i), vertex(a, A, j),
                                                   vertex(b, B, k), vertex(b, B, l)));
  const auto faces = [&](const Pose& p, const ConvexHull& P, const Pose& q, const ConvexHull& Q) {
    for (std::size_t f = 0; f < P.faces.size(); ++f) {
      std::vector<Vector3> loop;
      for (int v : P.faces[f]) loop.push_back(vertex(p, P, v));
      for (const Vector3& x : Q.vertices)
        nearest = std::min(nearest, face_distance(q.X * x, loop, p.X.R * P.face_normals[f]));
    }
  };
  faces(a, A, b, B);
  faces(b, B, a, A);
  return nearest;
}

inline bool is_polytope(const Shape& s) {
  return s.kind == GeometryKind::kBox || s.kind == GeometryKind::kConvex;
}

/// How far a point lies outside of a shape, 0 inside (a bound, not the distance, for the ellipsoid
/// and cone).
inline double outside(const Pose& s, const Vector3& p_W) {
  const Vector3 p = s.X.inverse() * p_W, z = s.shape.size;
  const double rho = std::hypot(p.x(), p.y());
  switch (s.shape.kind) {
    case GeometryKind::kSphere:
      return std::max(0.0, p.norm() - z.x());
    case GeometryKind::kBox:
      return (p.cwiseAbs() - 0.5 * z).cwiseMax(0).norm();
    case GeometryKind::kCylinder:
      return std::hypot(std::max(0.0, rho - z.x()), std::max(0.0, std::abs(p.z()) - 0.5 * z.y()));
    case GeometryKind::kCapsule: {
      const Vector3 q = p - Vector3(0, 0, std::clamp(p.z(), -0.5 * z.y(), 0.5 * z.y()));
      return std::max(0.0, q.norm() - z.x());
    }
    case GeometryKind::kEllipsoid:
      return std::max(0.0, (p.cwiseQuotient(z).norm() - 1) * z.minCoeff());
    case GeometryKind::kCone:
      return std::max(
          {0.0, -0.5 * z.y() - p.z(),
           (z.y() * (rho - z.x()) + z.x() * (p.z() + 0.5 * z.y())) / std::hypot(z.x(), z.y())});
    case GeometryKind::kConvex: {
      double worst = 0;
      for (std::size_t f = 0; f < s.shape.hull->faces.size(); ++f)
        worst = std::max(
            worst,
            s.shape.hull->face_normals[f].dot(
                p - s.shape.hull->vertices[static_cast<std::size_t>(s.shape.hull->faces[f][0])]));
      return worst;
    }
    default:
      return 0;
  }
}

inline Matrix3 random_rotation(std::mt19937_64& random) {
  std::normal_distribution<double> g;
  return Quaternion(g(random), g(random), g(random), g(random)).normalized().toRotationMatrix();
}

}  // namespace cardan::oracle
