#include "geometry/shape_parts.h"

namespace cardan {

void clip_plane(const LocalRay& ray, const Vector3& n, double offset, RayInterval& interval) {
  const double height = n.dot(ray.origin) - offset, rate = n.dot(ray.direction);
  if (rate < 0) {
    interval.enter(-height / rate, n);
  } else if (rate > 0) {
    interval.leave(-height / rate, n);
  } else if (height > 0) {
    interval.clear();
  }
}

bool quadratic_roots(double A, double B, double C, double& first, double& second) {
  const double discriminant = B * B - A * C;
  if (!(discriminant >= 0)) return false;
  const double q = -(B + std::copysign(std::sqrt(discriminant), B));
  first = q / A;
  second = q != 0 ? C / q : first;
  if (first > second) std::swap(first, second);
  return true;
}

void clip_ellipsoid(const LocalRay& ray, const Vector3& centre, const Vector3& s,
                    RayInterval& interval) {
  const Vector3 o = (ray.origin - centre).cwiseQuotient(s), d = ray.direction.cwiseQuotient(s);
  double in = 0, out = 0;
  if (!quadratic_roots(d.squaredNorm(), o.dot(d), o.squaredNorm() - 1, in, out))
    return interval.clear();
  const auto normal = [&](double t) { return Vector3((o + t * d).cwiseQuotient(s).normalized()); };
  interval.enter(in, normal(in));
  interval.leave(out, normal(out));
}

TriangleMesh surface_of(const ConvexHull& hull) {
  TriangleMesh surface;
  surface.vertices = hull.vertices;
  for (const std::vector<int>& face : hull.faces) {
    for (std::size_t i = 2; i < face.size(); ++i)
      surface.triangles.push_back({face[0], face[i - 1], face[i]});
  }
  return surface;
}

}  // namespace cardan
