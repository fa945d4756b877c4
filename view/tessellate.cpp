#include "view/tessellate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace cardan::view {

namespace {

constexpr int kAround = 32;

/// A ring of a body of revolution about z.
struct Ring {
  double radius = 0, z = 0;
};

// Rings from bottom to top; the first and the last have radius 0.
TriangleMesh revolved(const std::vector<Ring>& rings) {
  TriangleMesh mesh;
  for (const Ring& ring : rings) {
    for (int i = 0; i < kAround; ++i) {
      const double angle = 2 * std::numbers::pi * i / kAround;
      mesh.vertices.emplace_back(ring.radius * std::cos(angle), ring.radius * std::sin(angle),
                                 ring.z);
    }
  }
  for (int r = 0; r + 1 < static_cast<int>(rings.size()); ++r) {
    for (int i = 0; i < kAround; ++i) {
      const int next = (i + 1) % kAround, low = r * kAround, high = low + kAround;
      if (rings[static_cast<std::size_t>(r)].radius > 0)
        mesh.triangles.push_back({low + i, low + next, high + next});
      if (rings[static_cast<std::size_t>(r) + 1].radius > 0)
        mesh.triangles.push_back({low + i, high + next, high + i});
    }
  }
  return mesh;
}

// The half spheres of a capsule lie `half` above and below the centre; 0: a sphere.
TriangleMesh round_ended(double radius, double half) {
  constexpr int kBelow = 8;  // rings of a half sphere
  std::vector<Ring> rings;
  for (int k = -kBelow; k <= kBelow; ++k) {
    const double latitude = 0.5 * std::numbers::pi * k / kBelow;
    const double across = std::abs(k) == kBelow ? 0 : radius * std::cos(latitude);
    if (k == 0 && half > 0) rings.push_back({across, -half});
    rings.push_back({across, radius * std::sin(latitude) + (k < 0 ? -half : half)});
  }
  return revolved(rings);
}

TriangleMesh box(const Vector3& half) {
  TriangleMesh mesh;
  for (int k = 0; k < 8; ++k)
    mesh.vertices.emplace_back((k & 1 ? 1 : -1) * half.x(), (k & 2 ? 1 : -1) * half.y(),
                               (k & 4 ? 1 : -1) * half.z());
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

TriangleMesh held(const ReplayData& data, const PageShape& shape) {
  TriangleMesh mesh;
  for (std::size_t i = 0; i < shape.vertices[1]; ++i) {
    const auto row = data.vertices.words(shape.vertices[0] + i, 1);
    mesh.vertices.emplace_back(std::bit_cast<float>(row[0]), std::bit_cast<float>(row[1]),
                               std::bit_cast<float>(row[2]));
  }
  for (std::size_t i = 0; i < shape.triangles[1]; ++i) {
    const auto row = data.triangles.words(shape.triangles[0] + i, 1);
    mesh.triangles.push_back(
        {static_cast<int>(row[0]), static_cast<int>(row[1]), static_cast<int>(row[2])});
  }
  return mesh;
}

TriangleMesh inside_out(TriangleMesh mesh) {
  for (std::array<int, 3>& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

TriangleMesh scaled(TriangleMesh mesh, const Vector3& scale) {
  for (Vector3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(scale);
  return mesh;
}

TriangleMesh square(double half) {
  return {{{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}},
          {{0, 1, 2}, {0, 2, 3}}};
}

}  // namespace

TriangleMesh tessellated(const ReplayData& data, const PageShape& shape, double plane_half_edge) {
  const Vector3& size = shape.size;
  const double half = size.y() / 2;  // half of the length
  if (shape.kind == "box") return box(size / 2);
  if (shape.kind == "sphere") return round_ended(size.x(), 0);
  if (shape.kind == "hollow_sphere") return inside_out(round_ended(size.x(), 0));
  if (shape.kind == "ellipsoid") return scaled(round_ended(1, 0), size);
  if (shape.kind == "capsule") return round_ended(size.x(), half);
  if (shape.kind == "cylinder")
    return revolved({{0, -half}, {size.x(), -half}, {size.x(), half}, {0, half}});
  if (shape.kind == "cone") return revolved({{0, -half}, {size.x(), -half}, {0, half}});
  if (shape.kind == "plane") return square(plane_half_edge);
  return held(data, shape);
}

}  // namespace cardan::view
