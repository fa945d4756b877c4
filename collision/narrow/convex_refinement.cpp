#include "collision/narrow/convex_refinement.h"

#include "collision/narrow/round_pairs.h"

namespace cardan {
namespace {

constexpr double kSame = 1e-14;       // relative: round-off of a distance
constexpr double kNearCircle = 0.05;  // [rad] distance from the normal up to which a circle is
                                      // tried
constexpr double kExtended = 1e-6;  // [rad] tolerance for a part to count as flat when its witness
                                    // is computed
constexpr double kMismatch = 1e-7;  // relative
constexpr double kApart = 1e-3;     // relative
constexpr int kNewtonSteps = 6;
constexpr double kDifference = 1e-7;  // [rad] step of finite differences

/// Farthest point of a − b along n.
Vector3 difference_point(const ConvexCore& a, const ConvexCore& b, const Vector3& n) {
  return a.support(n) - b.support(-n);
}

/// Searches for the normal with the greatest distance.
class Ascent {
 public:
  Ascent(const ConvexCore& a, const ConvexCore& b, const Vector3& n) : a_(a), b_(b) {
    const DifferencePoint p = at(n);
    size_ = p.size;
    best_ = {n, -p.point.dot(n)};
  }

  struct Best {
    Vector3 normal;
    double distance;
  };
  const Best& best() const { return best_; }

  /// If two are equal to round-off, the later one wins: special normals are offered last.
  void offer(const Vector3& n) {
    const double distance = -at(n).point.dot(n);
    if (distance >= best_.distance - kSame * size_) best_ = {n, distance};
  }

  /// Maximises along the circle, starting from its point nearest to n0. The derivative of the
  /// distance with respect to the angle is −p(n)·n', where p is the support point of the
  /// difference. It changes sign at the maximum, either continuously or in a jump.
  void along(const NormalCircle& circle, const Vector3& n0);

  /// Newton's method on the part of p(n) perpendicular to n, which vanishes at a maximum where p is
  /// smooth.
  void newton(Vector3 n);

 private:
  struct DifferencePoint {
    Vector3 point;
    double size;
  };
  DifferencePoint at(const Vector3& n) const {
    const Vector3 p = a_.support(n), q = b_.support(-n);
    return {p - q, std::max(p.lpNorm<Eigen::Infinity>(), q.lpNorm<Eigen::Infinity>())};
  }

  const ConvexCore &a_, &b_;
  Best best_;
  double size_ = 0;
};

void Ascent::along(const NormalCircle& circle, const Vector3& n0) {
  const Vector3& z = circle.axis;
  const double sine = std::sqrt(std::max(0.0, 1 - circle.cosine * circle.cosine));
  Vector3 u = n0 - z * z.dot(n0);
  if (!(u.norm() > 0.1)) return;
  u.normalize();
  const Vector3 v = z.cross(u);
  const auto normal = [&](double t) {
    return Vector3(circle.cosine * z + sine * (std::cos(t) * u + std::sin(t) * v));
  };
  const auto slope = [&](double t) {
    const Vector3 n = normal(t);
    return -difference_point(a_, b_, n).dot(std::cos(t) * v - std::sin(t) * u);
  };
  // Brackets the maximum by growing uphill from the start.
  double low = 0, slope_low = slope(0);
  const double uphill = slope_low > 0 ? 1 : -1;
  double high = 0, slope_high = slope_low;
  for (double step = 1e-8; step < M_PI && slope_high * uphill > 0; step *= 8) {
    low = high;
    slope_low = slope_high;
    high = uphill * step;
    slope_high = slope(high);
  }
  if (slope_high * uphill > 0) return;
  // Regula falsi with halved weights [Dowell and Jarratt 1971], and bisection when it stalls.
  for (int i = 0; i < 60 && std::abs(high - low) > 1e-16 && slope_high != 0; ++i) {
    double t = low - slope_low * (high - low) / (slope_high - slope_low);
    if (i % 3 == 2 || !(t > std::min(low, high) && t < std::max(low, high))) t = 0.5 * (low + high);
    const double s = slope(t);
    if (s * uphill > 0) {
      low = t;
      slope_low = s;
    } else {
      high = t;
      slope_high = s;
    }
  }
  offer(normal(high));
  offer(normal(low));
}

void Ascent::newton(Vector3 n) {
  for (int i = 0; i < kNewtonSteps; ++i) {
    const Vector3 u = n.unitOrthogonal(), v = n.cross(u);
    const auto across = [&](const Vector3& m) {
      const Vector3 p = difference_point(a_, b_, m);
      const Vector3 r = p - m * m.dot(p);
      return Vector2(r.dot(u), r.dot(v));
    };
    const Vector2 r = across(n);
    Eigen::Matrix2d J;
    J.col(0) = (across((n + kDifference * u).normalized()) - r) / kDifference;
    J.col(1) = (across((n + kDifference * v).normalized()) - r) / kDifference;
    const double determinant = J.determinant();
    if (!(std::abs(determinant) > 1e-12 * J.squaredNorm())) return;
    Vector2 step(-(J(1, 1) * r.x() - J(0, 1) * r.y()) / determinant,
                 -(J(0, 0) * r.y() - J(1, 0) * r.x()) / determinant);
    const double length = step.norm();
    if (!std::isfinite(length)) return;
    if (length > kNearCircle) step *= kNearCircle / length;
    n = (n + step.x() * u + step.y() * v).normalized();
    if (length < 1e-14) break;
    offer(n);
  }
}

// Unit normals on both circles: α z1 + β z2 ± γ z1 × z2.
void cross_circles(const NormalCircle& p, const NormalCircle& q, const Vector3& n0,
                   Ascent& ascent) {
  const double c = p.axis.dot(q.axis), determinant = 1 - c * c;
  if (!(determinant > 1e-12)) return;
  const double alpha = (p.cosine - c * q.cosine) / determinant;
  const double beta = (q.cosine - c * p.cosine) / determinant;
  const Vector3 in_plane = alpha * p.axis + beta * q.axis;
  const double rest = 1 - in_plane.squaredNorm();
  if (!(rest > 0)) return;
  Vector3 out = p.axis.cross(q.axis).normalized() * std::sqrt(rest);
  if (out.dot(n0) < 0) out = -out;
  const Vector3 n = (in_plane + out).normalized();
  if ((n - n0).norm() < kNearCircle) ascent.offer(n);
}

/// Normals of a core near a given normal: a circle of normals, or none.
struct Local {
  bool has_circle = false;
  NormalCircle circle;
};

bool is_near(const NormalCircle& circle, const Vector3& n) {
  return std::abs(circle.axis.dot(n) - circle.cosine) < kNearCircle;
}

// True if the shape touches a plane with this outward normal in more than one point.
bool is_extended(const ConvexCore& core, const Vector3& n, const Local& local,
                 std::vector<Vector3>& normals) {
  if (local.has_circle && std::abs(local.circle.axis.dot(n) - local.circle.cosine) < kExtended)
    return true;
  flat_normals_near(core.posed(), n, normals);
  return std::any_of(normals.begin(), normals.end(),
                     [&](const Vector3& m) { return (m - n).norm() < kExtended; });
}

Local local_at(const ConvexCore& core, const Vector3& n, Feature& feature) {
  Local local;
  local.has_circle =
      circle_near(core.posed(), n, feature, local.circle) && is_near(local.circle, n);
  return local;
}

// Distance that the contact point moves per radian of rotation of the normal: the radius of
// curvature, and much more if a disc is nearly flat.
double sensitivity(const ConvexCore& core, const Vector3& n) {
  const Vector3 u = n.unitOrthogonal(), v = n.cross(u);
  const Vector3 p = core.support(n);
  return std::max((core.support(n + kDifference * u) - p).norm(),
                  (core.support(n + kDifference * v) - p).norm()) /
         kDifference;
}

// Residual of point_b − point_a = distance · normal.
double mismatch(const Separation& s) {
  return (s.point_b - s.point_a - s.distance * s.normal).norm();
}

// Nearest points of two edges.
void place_on_edges(const ConvexCore& a, const ConvexCore& b, Separation& s,
                    NarrowPhaseScratch& scratch) {
  support_edge(a.posed(), s.normal, scratch.feature_a);
  support_edge(b.posed(), -s.normal, scratch.feature_b);
  const auto &va = scratch.feature_a.vertices, &vb = scratch.feature_b.vertices;
  if (va.size() != 2 || vb.size() != 2) return;
  const Vector3 u = 0.5 * (va[1].point - va[0].point), v = 0.5 * (vb[1].point - vb[0].point);
  const Vector3 p = va[0].point + u - a.radius() * s.normal;
  const Vector3 q = vb[0].point + v + b.radius() * s.normal;
  double t_a = 0, t_b = 0;
  nearest_on_segments(p - q, u, v, t_a, t_b);
  Separation crossing = s;
  crossing.point_a = p + t_a * u;
  crossing.point_b = q + t_b * v;
  if (mismatch(crossing) < std::max(mismatch(s), kMismatch * u.norm())) s = crossing;
}

// If neither points nor edges give the witness, moves b along the normal until the cores are
// slightly separated; GJK then finds their nearest points.
void place_apart(const ConvexCore& a, const ConvexCore& b, Separation& s,
                 NarrowPhaseScratch& scratch) {
  const double size = std::max(a.support(s.normal).lpNorm<Eigen::Infinity>(),
                               b.support(-s.normal).lpNorm<Eigen::Infinity>());
  if (mismatch(s) <= kMismatch * size) return;
  const double apart = kApart * size;
  const Vector3 shift = (apart - s.distance) * s.normal;
  const RigidTransform X_b(b.posed().X_WS.R, b.posed().X_WS.p + shift);
  const Separation near =
      separate(a, ConvexCore({b.posed().shape, X_b}), 2 * apart, scratch.separation);
  if (!near.valid || near.beyond) return;
  s.point_a = near.point_a;
  s.point_b = near.point_b - shift;
}

// Both cores touch in single points, which should coincide along the normal. The point that moves
// less with the normal is more accurate. Nearly flat discs have no such point.
void place_on_points(const ConvexCore& a, const ConvexCore& b, Separation& s,
                     NarrowPhaseScratch& scratch) {
  Separation touching = s;
  touching.point_a = a.support(s.normal);
  touching.point_b = b.support(-s.normal);
  const double size = std::max(touching.point_a.lpNorm<Eigen::Infinity>(),
                               touching.point_b.lpNorm<Eigen::Infinity>());
  if (mismatch(touching) > kMismatch * size) return place_apart(a, b, s, scratch);
  s = touching;
  if (sensitivity(a, s.normal) <= sensitivity(b, -s.normal)) {
    s.point_b = s.point_a + s.distance * s.normal;
  } else {
    s.point_a = s.point_b - s.distance * s.normal;
  }
}

}  // namespace

void place_witness(const ConvexCore& a, const ConvexCore& b, Separation& s,
                   NarrowPhaseScratch& scratch) {
  const Local local_a = local_at(a, s.normal, scratch.feature_a);
  const Local local_b = local_at(b, -s.normal, scratch.feature_b);
  const bool extended_a = is_extended(a, s.normal, local_a, scratch.normals);
  const bool extended_b = is_extended(b, -s.normal, local_b, scratch.normals);
  if (!extended_a && !extended_b) {
    place_on_points(a, b, s, scratch);
  } else if (!extended_a) {
    s.point_a = a.support(s.normal);
    s.point_b = s.point_a + s.distance * s.normal;
  } else if (!extended_b) {
    s.point_b = b.support(-s.normal);
    s.point_a = s.point_b - s.distance * s.normal;
  } else {
    place_on_edges(a, b, s, scratch);
    place_apart(a, b, s, scratch);
  }
}

void refine_separation(const ConvexCore& a, const ConvexCore& b, Separation& separation,
                       NarrowPhaseScratch& scratch) {
  const Vector3 n = separation.normal;
  const Local local_a = local_at(a, n, scratch.feature_a);
  const Local local_b = local_at(b, -n, scratch.feature_b);
  NormalCircle turned = local_b.circle;  // of the normal from a to b
  turned.cosine = -turned.cosine;

  Ascent ascent(a, b, n);
  ascent.newton(n);
  if (local_a.has_circle) ascent.along(local_a.circle, n);
  if (local_b.has_circle) ascent.along(turned, n);
  if (local_a.has_circle && local_b.has_circle) cross_circles(local_a.circle, turned, n, ascent);
  separation.normal = ascent.best().normal;
  separation.distance = ascent.best().distance;
}

}  // namespace cardan
