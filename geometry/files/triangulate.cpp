#include <cmath>

#include "geometry/files/mesh_readers.h"

namespace cardan::mesh {

namespace {

using Vector3f = Eigen::Vector3f;

// The reflex corner of a quadrilateral, else 0. Uses single precision with the roundings of assimp,
// so that meshes keep their triangles.
int fan_start(const std::vector<Vector3>& polygon) {
  const auto direction = [&](int from, int to) {
    Vector3f d = polygon[static_cast<std::size_t>(to % 4)].cast<float>() -
                 polygon[static_cast<std::size_t>(from)].cast<float>();
    const float length = std::sqrt(d.x() * d.x() + d.y() * d.y() + d.z() * d.z());
    if (length > 0) d *= 1 / length;
    return d;
  };
  const auto dot = [](const Vector3f& a, const Vector3f& b) {
    return a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
  };
  for (int i = 0; i < 4; ++i) {
    const Vector3f left = direction(i, i + 3), diagonal = direction(i, i + 2),
                   right = direction(i, i + 1);
    const float angle = std::acos(dot(left, diagonal)) + std::acos(dot(right, diagonal));
    if (angle > 3.1415926538F) return i;
  }
  return 0;
}

/// Ear clipping of a polygon projected along its normal.
class EarClipping {
 public:
  EarClipping(const std::vector<Vector3>& polygon, std::vector<std::array<int, 3>>& triangles,
              std::size_t& work_left)
      : triangles_(triangles), work_left_(work_left) {
    project(polygon);
    const int n = static_cast<int>(points_.size());
    for (int i = 0; i < n; ++i) {
      previous_.push_back((i + n - 1) % n);
      next_.push_back((i + 1) % n);
    }
  }

  // Returns false if the work limit is reached.
  bool run() {
    int left = static_cast<int>(points_.size()), refused = 0, ear = 0;
    while (left > 3) {
      // After a round without an ear, the polygon intersects itself and any corner is cut.
      const bool cuts = refused >= left || is_ear(ear);
      if (work_left_ == 0) return false;
      if (!cuts) {
        ear = next(ear);
        ++refused;
        continue;
      }
      const int before = previous(ear), after = next(ear);
      triangles_.push_back({before, ear, after});
      next_[static_cast<std::size_t>(before)] = after;
      previous_[static_cast<std::size_t>(after)] = before;
      if (refused < left) refused = 0;
      --left;
      ear = after;
    }
    int first = ear;  // the corner of the last three that comes first in the polygon
    for (const int i : {previous(ear), next(ear)}) first = std::min(first, i);
    triangles_.push_back({first, next(first), previous(first)});
    return true;
  }

 private:
  // Projects along the axis closest to the normal (Newell's method).
  void project(const std::vector<Vector3>& polygon) {
    Vector3 normal = Vector3::Zero();
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      normal += (polygon[i] - polygon[0]).cross(polygon[(i + 1) % polygon.size()] - polygon[0]);
    }
    Eigen::Index axis = 2;
    normal.cwiseAbs().maxCoeff(&axis);
    Eigen::Index x = (axis + 1) % 3, y = (axis + 2) % 3;
    if (normal[axis] < 0) std::swap(x, y);
    for (const Vector3& p : polygon) points_.emplace_back(p[x], p[y]);
  }

  const Vector2& point(int i) const { return points_[static_cast<std::size_t>(i)]; }
  int next(int i) const { return next_[static_cast<std::size_t>(i)]; }
  int previous(int i) const { return previous_[static_cast<std::size_t>(i)]; }

  // Twice the signed area of a triangle; positive if its winding is that of the polygon.
  static double area(const Vector2& a, const Vector2& b, const Vector2& c) {
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
  }

  bool points_inwards(int i) const {
    return area(point(previous(i)), point(i), point(next(i))) < 0;
  }

  // Only a reflex corner can lie in the triangle of another corner. The result is meaningless once
  // no work is left.
  bool is_ear(int i) {
    spend_work();
    if (points_inwards(i)) return false;
    const Vector2 &a = point(previous(i)), &b = point(i), &c = point(next(i));
    for (int k = next(next(i)); k != previous(i) && work_left_ > 0; k = next(k)) {
      spend_work();
      const Vector2& p = point(k);
      if (p == a || p == b || p == c || !points_inwards(k)) continue;
      if (area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0) return false;
    }
    return true;
  }

  void spend_work() {
    if (work_left_ > 0) --work_left_;
  }

  std::vector<Vector2> points_;
  std::vector<int> previous_, next_;
  std::vector<std::array<int, 3>>& triangles_;
  std::size_t& work_left_;
};

}  // namespace

bool triangulate(const std::vector<Vector3>& polygon, std::vector<std::array<int, 3>>& triangles,
                 std::size_t& work_left) {
  if (polygon.size() == 3) {
    triangles.push_back({0, 1, 2});
  } else if (polygon.size() == 4) {
    const int i = fan_start(polygon);
    triangles.push_back({i, (i + 1) % 4, (i + 2) % 4});
    triangles.push_back({i, (i + 2) % 4, (i + 3) % 4});
  } else if (polygon.size() > 4) {
    return EarClipping(polygon, triangles, work_left).run();
  }
  return true;
}

}  // namespace cardan::mesh
