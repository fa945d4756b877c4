#pragma once

#include "collision/narrow/convex_separation.h"

namespace cardan {

/// Up to four points of a Minkowski difference, and the point of their hull nearest to the origin.
class DifferenceSimplex {
 public:
  void add(const DifferenceVertex& vertex) {
    vertices_[static_cast<std::size_t>(count_++)] = vertex;
  }

  /// Returns the nearest point. Afterwards, only the vertices that support this point remain (all
  /// four if they enclose the origin).
  Vector3 closest_point();

  bool encloses_origin() const { return encloses_; }
  bool contains(const Vector3& w) const;

  /// Largest absolute coordinate of the vertices of a and b [m].
  double size() const;

  /// Computes the points of a and b that correspond to the nearest point.
  void witness(Vector3& point_a, Vector3& point_b) const;

  int count() const { return count_; }
  const DifferenceVertex& vertex(int i) const { return vertices_[static_cast<std::size_t>(i)]; }

 private:
  struct Reduced {
    int count = 0;
    std::array<int, 3> index{};
    std::array<double, 3> lambda{};
    Vector3 point = Vector3::Zero();
  };
  Reduced on_segment(int i, int j) const;
  Reduced on_triangle(int i, int j, int k) const;
  Reduced on_tetrahedron();
  Vector3 apply(const Reduced& reduced);

  std::array<DifferenceVertex, 4> vertices_;
  std::array<double, 4> lambda_{1, 0, 0, 0};
  int count_ = 0;
  bool encloses_ = false;
};

}  // namespace cardan
