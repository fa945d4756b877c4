#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "cardan/shape.h"

/// Signed distance of two convex solids from support values alone. Shares only the plain data of a
/// Shape with the library. The result is a proof: the value of every direction bounds the signed
/// distance from below, and every pair of points bounds it from above.
namespace cardan::truth {

/// h(n) = max n·x over the shape, both in the frame of the shape; n is a unit vector.
inline double support_value(const Shape& s, const Vector3& n) {
  const Vector3& z = s.size;
  const double rho = std::sqrt(n.x() * n.x() + n.y() * n.y());
  switch (s.kind) {
    case GeometryKind::kSphere:
      return z.x();
    case GeometryKind::kBox:
      return 0.5 * z.dot(n.cwiseAbs());
    case GeometryKind::kCylinder:
      return z.x() * rho + 0.5 * z.y() * std::abs(n.z());
    case GeometryKind::kCapsule:
      return z.x() + 0.5 * z.y() * std::abs(n.z());
    case GeometryKind::kEllipsoid:
      return z.cwiseProduct(n).norm();
    case GeometryKind::kCone:
      return std::max(0.5 * z.y() * n.z(), z.x() * rho - 0.5 * z.y() * n.z());
    case GeometryKind::kConvex: {
      double best = -1e300;
      for (const Vector3& v : s.hull->vertices) best = std::max(best, n.dot(v));
      return best;
    }
    default:
      return 0;
  }
}

/// A point of the shape with n·x = h(n).
inline Vector3 support(const Shape& s, const Vector3& n) {
  const Vector3& z = s.size;
  const double rho = std::hypot(n.x(), n.y());
  const Vector3 side = rho > 1e-12 ? Vector3(n.x() / rho, n.y() / rho, 0) : Vector3::Zero();
  const double up = n.z() > 0 ? 1 : (n.z() < 0 ? -1 : 0);
  switch (s.kind) {
    case GeometryKind::kSphere:
      return z.x() * n;
    case GeometryKind::kCylinder:
      return z.x() * side + Vector3(0, 0, 0.5 * z.y() * up);
    case GeometryKind::kCapsule:
      return z.x() * n + Vector3(0, 0, 0.5 * z.y() * up);
    case GeometryKind::kEllipsoid:
      return z.cwiseProduct(z.cwiseProduct(n)) / z.cwiseProduct(n).norm();
    case GeometryKind::kCone:
      if (z.y() * n.z() > z.x() * rho) return {0, 0, 0.5 * z.y()};
      return z.x() * side - Vector3(0, 0, 0.5 * z.y());
    case GeometryKind::kConvex: {
      Vector3 best = s.hull->vertices[0];
      for (const Vector3& v : s.hull->vertices)
        if (n.dot(v) > n.dot(best)) best = v;
      return best;
    }
    default: {
      Vector3 corner = Vector3::Zero();
      for (int i = 0; i < 3; ++i)
        corner[i] = std::abs(n[i]) < 1e-12 ? 0 : std::copysign(0.5 * z[i], n[i]);
      return corner;
    }
  }
}

/// Signed distance of a point (in the shape's frame) from the surface, negative inside. Exact up to
/// second order for the ellipsoid; for hulls the greatest face plane, a lower bound outside.
inline double point_distance(const Shape& s, const Vector3& p) {
  const Vector3& z = s.size;
  const double rho = std::hypot(p.x(), p.y());
  const auto rectangle = [](double x, double y) {
    return x > 0 && y > 0 ? std::hypot(x, y) : std::max(x, y);
  };
  switch (s.kind) {
    case GeometryKind::kSphere:
      return p.norm() - z.x();
    case GeometryKind::kBox: {
      const Vector3 q = p.cwiseAbs() - 0.5 * z;
      return q.maxCoeff() > 0 ? q.cwiseMax(0).norm() : q.maxCoeff();
    }
    case GeometryKind::kCylinder:
      return rectangle(rho - z.x(), std::abs(p.z()) - 0.5 * z.y());
    case GeometryKind::kCapsule:
      return (p - Vector3(0, 0, std::clamp(p.z(), -0.5 * z.y(), 0.5 * z.y()))).norm() - z.x();
    case GeometryKind::kEllipsoid: {
      const double level = p.cwiseQuotient(z).norm();
      const double slope = p.cwiseQuotient(z.cwiseProduct(z)).norm();
      return slope > 0 ? (level - 1) * level / slope : -z.minCoeff();
    }
    case GeometryKind::kCone: {
      const double slope = std::hypot(z.x(), z.y());
      const double base = -0.5 * z.y() - p.z();
      const double side = (z.y() * (rho - z.x()) + z.x() * (p.z() + 0.5 * z.y())) / slope;
      if (base <= 0 && side <= 0) return std::max(base, side);
      // Outside: the nearest of base disc and generator in the half-plane (rho, z).
      const double to_base = std::hypot(std::max(0.0, rho - z.x()), base);
      const double t = std::clamp(
          ((z.x() - rho) * z.x() + (p.z() + 0.5 * z.y()) * z.y()) / (slope * slope), 0.0, 1.0);
      const double to_side = std::hypot(rho - z.x() * (1 - t), p.z() + 0.5 * z.y() - t * z.y());
      return std::min(to_base, to_side);
    }
    case GeometryKind::kConvex: {
      double worst = -1e300;
      for (std::size_t f = 0; f < s.hull->faces.size(); ++f)
        worst = std::max(worst,
                         s.hull->face_normals[f].dot(
                             p - s.hull->vertices[static_cast<std::size_t>(s.hull->faces[f][0])]));
      return worst;
    }
    default:
      return 0;
  }
}

/// Radius of a ball around the origin of the shape that contains the shape [m].
inline double radius(const Shape& s) {
  const Vector3& z = s.size;
  switch (s.kind) {
    case GeometryKind::kSphere:
      return z.x();
    case GeometryKind::kBox:
      return 0.5 * z.norm();
    case GeometryKind::kCylinder:
    case GeometryKind::kCone:
      return std::hypot(z.x(), 0.5 * z.y());
    case GeometryKind::kCapsule:
      return z.x() + 0.5 * z.y();
    case GeometryKind::kEllipsoid:
      return z.maxCoeff();
    default: {
      double most = 0;
      for (const Vector3& v : s.hull->vertices) most = std::max(most, v.norm());
      return most;
    }
  }
}

struct Solid {
  const Shape* shape = nullptr;
  RigidTransform X;
  double h(const Vector3& n) const { return support_value(*shape, X.R.transpose() * n); }
  Vector3 normal_to_W(const Vector3& m) const { return X.R * m; }
};

/// Two solids; d(n) is the signed distance along the unit vector n from a into b, a lower bound of
/// the true one.
struct Couple {
  Solid a, b;
  double d(const Vector3& n) const { return n.dot(b.X.p - a.X.p) - a.h(n) - b.h(-n); }
};

inline std::vector<Vector3> sphere_directions(int count) {
  std::vector<Vector3> directions;
  for (int i = 0; i < count; ++i) {  // Fibonacci lattice
    const double z = 1 - (2 * i + 1.0) / count, r = std::sqrt(1 - z * z);
    const double phi = i * 2.399963229728653;
    directions.emplace_back(r * std::cos(phi), r * std::sin(phi), z);
  }
  return directions;
}

/// Directions in which a shape is flat or has an axis or an edge, in its frame.
struct Directions {
  std::vector<Vector3> normals, axes;
};

inline Directions special_directions(const Shape& s) {
  Directions result;
  switch (s.kind) {
    case GeometryKind::kSphere:
      return result;
    case GeometryKind::kBox:
    case GeometryKind::kEllipsoid:
      for (int i = 0; i < 3; ++i) {
        result.normals.push_back(Vector3::Unit(i));
        result.normals.emplace_back(-Vector3::Unit(i));
        result.axes.push_back(Vector3::Unit(i));
      }
      return result;
    case GeometryKind::kConvex:
      result.normals = s.hull->face_normals;
      for (const auto& [i, j] : s.hull->edges)
        result.axes.push_back((s.hull->vertices[static_cast<std::size_t>(j)] -
                               s.hull->vertices[static_cast<std::size_t>(i)])
                                  .normalized());
      return result;
    default:
      break;
  }
  result.normals = {-Vector3::UnitZ(), Vector3::UnitZ()};
  result.axes = {Vector3::UnitZ()};
  const Vector3 side = s.kind == GeometryKind::kCone
                           ? Vector3(s.size.y(), 0, s.size.x()).normalized()
                           : Vector3(Vector3::UnitX());
  for (double angle : {0.0, 1.0, 2.5, 4.0})
    result.normals.emplace_back(side.x() * std::cos(angle), side.x() * std::sin(angle), side.z());
  if (s.kind == GeometryKind::kCone)
    result.axes.push_back(Vector3(s.size.x(), 0, -s.size.y()).normalized());
  return result;
}

/// Searches the direction with the greatest d.
class Search {
 public:
  explicit Search(const Couple& couple) : couple_(couple) {}

  double best() const { return best_; }
  const Vector3& normal() const { return normal_; }

  double offer(const Vector3& n) {
    const double value = couple_.d(n);
    if (value > best_) {
      best_ = value;
      normal_ = n;
    }
    return value;
  }

  /// Sweep and refinement from the best few, until a direction is better than `enough`.
  void run(double enough) {
    static const std::vector<Vector3> directions = sphere_directions(640);
    constexpr double kSpacing = 0.15;  // [rad]
    values_.resize(directions.size());
    for (std::size_t i = 0; i < directions.size(); ++i) {
      values_[i] = offer(directions[i]);
      if (best_ > enough) return;
    }
    offer_special();
    std::array<std::size_t, 3> starts{};
    std::size_t count = 0;
    while (count < starts.size()) {  // the best, and the best away from those before
      std::size_t top = directions.size();
      for (std::size_t i = 0; i < directions.size(); ++i) {
        bool apart = true;
        for (std::size_t k = 0; k < count; ++k)
          apart = apart && directions[i].dot(directions[starts[k]]) < 0.9;
        if (apart && (top == directions.size() || values_[i] > values_[top])) top = i;
      }
      if (top == directions.size()) break;
      starts[count++] = top;
    }
    refine(normal_, 1e-2);
    if (best_ > enough) return;
    for (std::size_t k = 0; k < count; ++k) {
      refine(directions[starts[k]], kSpacing);
      if (best_ > enough) return;
    }
  }

  /// Nested golden sections in the tangent plane: on the ridges of flat shapes a compass search
  /// would stall. The window moves on while the best lies at its edge, and then narrows.
  void refine(Vector3 n, double window) {
    int moves = 0;
    for (double w = window; w > 1e-2 * window;) {
      const Vector3 u = n.unitOrthogonal(), v = n.cross(u);
      const auto direction = [&](double s, double t) {
        return Vector3((n + s * u + t * v).normalized());
      };
      double x = 0, y = 0;
      const auto row = [&](double s) {
        return golden([&](double t) { return offer(direction(s, t)); }, w, y);
      };
      golden(row, w, x);
      row(x);
      n = direction(x, y);
      const bool at_edge = std::max(std::abs(x), std::abs(y)) > 0.8 * w;
      if (!at_edge || ++moves > 8) w *= 0.03;
    }
  }

 private:
  template <typename F>
  static double golden(const F& f, double w, double& at) {
    constexpr double kGolden = 0.6180339887498949;
    double lo = -w, hi = w;
    double x = hi - kGolden * (hi - lo), y = lo + kGolden * (hi - lo);
    double fx = f(x), fy = f(y);
    for (int i = 0; i < 30; ++i) {
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

  // Candidates for a sharp maximum: face normals of both, cross products of axes, line of centres.
  void offer_special() {
    const Directions a = special_directions(*couple_.a.shape);
    const Directions b = special_directions(*couple_.b.shape);
    for (const Vector3& m : a.normals) offer(couple_.a.X.R * m);
    for (const Vector3& m : b.normals) offer(-(couple_.b.X.R * m));
    const Vector3 centres = couple_.b.X.p - couple_.a.X.p;
    if (centres.norm() > 0) offer(centres.normalized());
    if (a.axes.size() > 8 || b.axes.size() > 8) return;
    for (const Vector3& p : a.axes) {
      for (const Vector3& q : b.axes) {
        const Vector3 n = (couple_.a.X.R * p).cross(couple_.b.X.R * q);
        if (!(n.norm() > 1e-9)) continue;
        offer(n.normalized());
        offer(-n.normalized());
      }
    }
  }

  const Couple& couple_;
  std::vector<double> values_;
  double best_ = -1e300;
  Vector3 normal_ = Vector3::UnitZ();
};

/// Faces, edges and the two faces beside each edge, in the frame of the shape.
struct Polytope {
  std::vector<Vector3> vertices, normals;
  struct Edge {
    Vector3 from, direction;  // not of unit length
    int left, right;          // faces
  };
  std::vector<Edge> edges;
};

inline Polytope make_polytope(const Shape& s) {
  Polytope result;
  std::vector<std::vector<int>> faces;
  if (s.kind == GeometryKind::kConvex) {
    result.vertices = s.hull->vertices;
    result.normals = s.hull->face_normals;
    faces = s.hull->faces;
  } else {
    for (int i = 0; i < 8; ++i)
      result.vertices.push_back(
          0.5 * s.size.cwiseProduct(Vector3((i & 1) ? 1 : -1, (i & 2) ? 1 : -1, (i & 4) ? 1 : -1)));
    faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int axis = 0; axis < 3; ++axis)
      for (double sign : {-1.0, 1.0}) result.normals.emplace_back(sign * Vector3::Unit(axis));
  }
  const auto next = [](const std::vector<int>& loop, std::size_t i) {
    return loop[(i + 1) % loop.size()];
  };
  for (std::size_t f = 0; f < faces.size(); ++f) {
    for (std::size_t i = 0; i < faces[f].size(); ++i) {
      const int v = faces[f][i], w = next(faces[f], i);
      if (v > w) continue;
      for (std::size_t g = 0; g < faces.size(); ++g)
        for (std::size_t k = 0; k < faces[g].size(); ++k)
          if (faces[g][k] == w && next(faces[g], k) == v) {
            const Vector3& p = result.vertices[static_cast<std::size_t>(v)];
            result.edges.push_back({p, result.vertices[static_cast<std::size_t>(w)] - p,
                                    static_cast<int>(f), static_cast<int>(g)});
          }
    }
  }
  return result;
}

/// max d(n) of two overlapping polytopes over the faces of the Minkowski difference: all faces, and
/// all pairs of edges whose arcs on the Gauss sphere cross. Returns some value > 0 if they are
/// apart.
inline double polytope_depth(const Couple& c, const Polytope& A, const Polytope& B) {
  // Everything in a's frame.
  const RigidTransform X = c.a.X.inverse() * c.b.X;
  const auto d = [&](const Vector3& n) {
    double high = -1e300, low = 1e300;
    for (const Vector3& v : A.vertices) high = std::max(high, n.dot(v));
    const Vector3 n_B = X.R.transpose() * n;
    for (const Vector3& v : B.vertices) low = std::min(low, n_B.dot(v));
    return n.dot(X.p) + low - high;
  };
  double best = -1e300;
  for (const Vector3& m : A.normals) best = std::max(best, d(m));
  for (const Vector3& m : B.normals) best = std::max(best, d(-(X.R * m)));
  struct Turned {
    Vector3 from, direction, unit, left, right;
  };
  std::vector<Turned> turned;
  for (const Polytope::Edge& e : B.edges) {
    const Vector3 direction = X.R * e.direction;
    turned.push_back({X * e.from, direction, direction.normalized(),
                      -(X.R * B.normals[static_cast<std::size_t>(e.left)]),
                      -(X.R * B.normals[static_cast<std::size_t>(e.right)])});
  }
  constexpr double kNearly = 1e-7;
  for (const Polytope::Edge& e : A.edges) {
    const Vector3& l = A.normals[static_cast<std::size_t>(e.left)];
    const Vector3& r = A.normals[static_cast<std::size_t>(e.right)];
    const Vector3 unit = e.direction.normalized();
    for (const Turned& f : turned) {
      if (unit.dot(f.left) * unit.dot(f.right) > kNearly) continue;
      if (f.unit.dot(l) * f.unit.dot(r) > kNearly) continue;
      const Vector3 n = e.direction.cross(f.direction);
      const double norm = n.norm();
      if (!(norm > 1e-12 * e.direction.norm() * f.direction.norm())) continue;
      const Vector3 m = n / norm;
      const double value = m.dot(f.from - e.from);  // d(±m) ≤ ±value
      if (value > best) best = std::max(best, d(m));
      if (-value > best) best = std::max(best, d(-m));
    }
  }
  return best;
}

/// Greatest distance of a point of the shape from c (in the shape's frame): max over n of the
/// support value seen from c.
inline double farthest(const Shape& s, const Vector3& c) {
  const Vector3& z = s.size;
  const double rho = std::hypot(c.x(), c.y());
  switch (s.kind) {
    case GeometryKind::kSphere:
      return c.norm() + z.x();
    case GeometryKind::kBox:
      return (c.cwiseAbs() + 0.5 * z).norm();
    case GeometryKind::kCylinder:
      return std::hypot(rho + z.x(), std::abs(c.z()) + 0.5 * z.y());
    case GeometryKind::kCapsule:
      return std::hypot(rho, std::abs(c.z()) + 0.5 * z.y()) + z.x();
    case GeometryKind::kCone:
      return std::max(std::hypot(rho, c.z() - 0.5 * z.y()),
                      std::hypot(rho + z.x(), c.z() + 0.5 * z.y()));
    case GeometryKind::kConvex: {
      double most = 0;
      for (const Vector3& v : s.hull->vertices) most = std::max(most, (v - c).norm());
      return most;
    }
    default: {
      // Climbing n ← (x(n) − c)/|x(n) − c| never descends; from all octants it finds the farthest.
      double most = 0;
      for (int k = 0; k < 14; ++k) {
        Vector3 n = k < 8 ? Vector3((k & 1) ? 1 : -1, (k & 2) ? 1 : -1, (k & 4) ? 1 : -1)
                          : Vector3((k & 1) ? Vector3::Unit((k - 8) / 2)
                                            : Vector3(-Vector3::Unit((k - 8) / 2)));
        n.normalize();
        for (int i = 0; i < 400; ++i) {
          const Vector3 r = support(s, n) - c;
          most = std::max(most, r.norm());
          if (!(r.norm() > 0)) break;
          n = r.normalized();
        }
      }
      return most;
    }
  }
}

}  // namespace cardan::truth
