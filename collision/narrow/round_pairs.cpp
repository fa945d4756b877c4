#include "collision/narrow/round_pairs.h"

#include "collision/narrow/convex_pairs.h"
#include "geometry/shape_form.h"

namespace cardan {
namespace {

void add_single_point(const Vector3& normal, const Vector3& point, double gap,
                      std::vector<Patch>& patches) {
  Patch patch;
  patch.normal = normal;
  patch.count = 1;
  patch.points[0] = {point, gap, 0};
  patches.push_back(patch);
}

// Inside, and outside within round-off, the nearest face plane is exact; farther outside, GJK is
// used.
bool point_hull(const PosedShape& a, const PosedShape& b, double limit, SeparationScratch& scratch,
                PointDistance& result) {
  const ConvexHull& hull = *b.shape.hull;
  const Vector3 p = b.X_WS.R.transpose() * (a.X_WS.p - b.X_WS.p);
  result.distance = -std::numeric_limits<double>::infinity();
  double size = 0;
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const Vector3& on_face = hull.vertices[static_cast<std::size_t>(hull.faces[f][0])];
    const double distance = hull.face_normals[f].dot(p - on_face);
    size = std::max(size, on_face.lpNorm<Eigen::Infinity>());
    if (distance > result.distance) result = {distance, hull.face_normals[f]};
  }
  if (result.distance <= 1e-9 * size || result.distance > limit) return true;
  const Shape point;
  const RigidTransform X_a(p), X_b;
  const Separation s =
      separate(ConvexCore({point, X_a}), ConvexCore({b.shape, X_b}), limit, scratch);
  if (s.beyond) result.distance = std::numeric_limits<double>::infinity();
  if (s.beyond) return true;
  if (!s.valid) return false;
  // A foot inside a face has exactly the distance of that face's plane.
  if (s.distance > result.distance * (1 + 1e-14)) result = {s.distance, -s.normal};
  return true;
}

bool point_shape(const PosedShape& a, const PosedShape& b, double limit, SeparationScratch& scratch,
                 PointDistance& result) {
  if (b.shape.hull != nullptr) return point_hull(a, b, limit, scratch, result);
  const ShapeForm& form = form_of(b.shape);
  if (form.distance == nullptr) return false;
  result = form.distance(b.shape.size, b.X_WS.R.transpose() * (a.X_WS.p - b.X_WS.p));
  return true;
}

}  // namespace

// The intersection of nearly parallel lines is dominated by round-off, so the ends are tried as
// well.
void nearest_on_segments(const Vector3& r, const Vector3& u, const Vector3& v, double& s,
                         double& t) {
  const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v);
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](double s_new, double t_new) {
    const double square = (r + s_new * u - t_new * v).squaredNorm();
    if (!(square < least)) return;
    least = square;
    s = s_new;
    t = t_new;
  };
  const auto nearest_t = [&](double s_at) {
    return vv > 0 ? std::clamp(v.dot(r + s_at * u) / vv, -1.0, 1.0) : 0;
  };
  const auto nearest_s = [&](double t_at) {
    return uu > 0 ? std::clamp(u.dot(t_at * v - r) / uu, -1.0, 1.0) : 0;
  };
  const double determinant = uu * vv - uv * uv;
  if (determinant > 1e-14 * uu * vv) {
    const double crossing = (uv * v.dot(r) - vv * u.dot(r)) / determinant;
    if (std::abs(crossing) <= 1) {
      const double t_new = nearest_t(crossing);
      offer(nearest_s(t_new), t_new);
    }
  }
  for (double end : {-1.0, 1.0}) {
    offer(end, nearest_t(end));
    offer(nearest_s(end), end);
  }
}

void sphere_sphere_patch(const PosedShape& a, const PosedShape& b, double margin,
                         std::vector<Patch>& patches) {
  const double r_a = a.shape.size.x(), r_b = b.shape.size.x();
  const Vector3 d = b.X_WS.p - a.X_WS.p;
  const double reach = r_a + r_b + margin;
  const double square = d.squaredNorm();
  if (!(square <= reach * reach) || reach < 0) return;
  const double distance = std::sqrt(square);
  const Vector3 n = distance > 0 ? Vector3(d / distance) : Vector3::UnitZ();  // concentric: any
                                                                              // direction
  const double gap = distance - r_a - r_b;
  add_single_point(n, a.X_WS.p + n * (r_a + 0.5 * gap), gap, patches);
}

bool sphere_shape_patch(const PosedShape& a, const PosedShape& b, double margin,
                        NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  PointDistance nearest;
  const double radius = a.shape.size.x();
  if (!point_shape(a, b, margin + radius, scratch.separation, nearest)) return false;
  const double gap = nearest.distance - radius;
  if (!(gap <= margin)) return true;
  const Vector3 n = -(b.X_WS.R * nearest.normal);  // from the sphere to the shape
  add_single_point(n, a.X_WS.p + n * (radius + 0.5 * gap), gap, patches);
  return true;
}

void capsule_capsule_patch(const PosedShape& a, const PosedShape& b, double margin,
                           NarrowPhaseScratch& scratch, std::vector<Patch>& patches) {
  const Vector3 origin = a.X_WS.p;
  const RigidTransform X_a(a.X_WS.R, Vector3::Zero()), X_b(b.X_WS.R, b.X_WS.p - origin);
  const Vector3 u = 0.5 * a.shape.size.y() * X_a.R.col(2),
                v = 0.5 * b.shape.size.y() * X_b.R.col(2);
  double s = 0, t = 0;
  nearest_on_segments(X_a.p - X_b.p, u, v, s, t);
  Separation separation;
  separation.point_a = s * u;
  separation.point_b = X_b.p + t * v;
  const Vector3 d = separation.point_b - separation.point_a;
  if (!(d.norm() <= margin + a.shape.size.x() + b.shape.size.x())) return;
  // Between interior points of the axes, the normal is perpendicular to both. Computed from two
  // points that nearly coincide, it would be dominated by round-off.
  const bool along_a = std::abs(s) < 1, along_b = std::abs(t) < 1;
  const Vector3 axis_a = X_a.R.col(2), axis_b = X_b.R.col(2), cross = axis_a.cross(axis_b);
  Vector3 n = d;
  if (along_a && along_b && cross.norm() > 1e-6) {
    n = cross * (cross.dot(d) < 0 ? -1.0 : 1.0);
  } else {
    if (along_a) n -= axis_a * axis_a.dot(n);
    if (along_b) n -= axis_b * axis_b.dot(n);
  }
  const double size = u.norm() + v.norm();
  if (!(n.norm() > 1e-12 * size)) {
    // Collinear axes: any direction perpendicular to the first.
    n = X_a.R.col(0);
    if (n.dot(X_b.p) < 0) n = -n;
  }
  separation.normal = n.normalized();
  separation.distance = separation.normal.dot(d);
  Patch patch = patch_along(ConvexCore({a.shape, X_a}), ConvexCore({b.shape, X_b}), separation,
                            margin, scratch);
  for (PatchPoint& p : patch.points) p.point += origin;
  if (patch.count > 0) patches.push_back(patch);
}

}  // namespace cardan
