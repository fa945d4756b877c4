#pragma once

#include <random>

#include "cardan/shape.h"

/// Shapes and rotations for the detection benchmarks.
namespace cardan::detection {

inline Shape make_shape(GeometryKind kind, double x, double y = 0, double z = 0) {
  Shape shape;
  shape.kind = kind;
  shape.size = Vector3(x, y, z);
  return shape;
}

inline Matrix3 random_rotation(std::mt19937_64& random) {
  std::normal_distribution<double> g;
  return Quaternion(g(random), g(random), g(random), g(random)).normalized().toRotationMatrix();
}

/// Convex hull of random points on a sphere of radius 0.15 m.
inline Shape random_hull(int vertices) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> g;
  std::vector<Vector3> points;
  for (int i = 0; i < vertices; ++i)
    points.push_back(0.15 * Vector3(g(random), g(random), g(random)).normalized());
  Shape shape;
  shape.kind = GeometryKind::kConvex;
  shape.hull = make_convex_hull(points, "hull");
  return shape;
}

}  // namespace cardan::detection
