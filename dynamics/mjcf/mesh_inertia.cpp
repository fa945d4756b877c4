#include <cmath>
#include <cstring>

#include "cardan/error.h"
#include "dynamics/mjcf/read.h"
#include "geometry/thin_hull.h"

namespace cardan::mjcf {

namespace {

Matrix3 moments_of(const Matrix3& second) { return second.trace() * Matrix3::Identity() - second; }

struct Corners {
  Vector3 a, b, c;
  Vector3 centre() const { return (a + b + c) / 3; }
  Vector3 area() const { return 0.5 * (b - a).cross(c - a); }  // vector
};

Corners corners(const TriangleMesh& mesh, const std::array<int, 3>& t) {
  const auto at = [&](int i) { return mesh.vertices[static_cast<std::size_t>(i)]; };
  return {at(t[0]), at(t[1]), at(t[2])};
}

}  // namespace

// Tetrahedra from the centre of the surface, all of which count as positive.
double counted_volume(const TriangleMesh& mesh) {
  double area = 0, volume = 0;
  Vector3 middle = Vector3::Zero();
  for (const auto& t : mesh.triangles) {
    const Corners face = corners(mesh, t);
    area += face.area().norm();
    middle += face.area().norm() * face.centre();
  }
  if (!(area > 0)) return 0;
  middle /= area;
  for (const auto& t : mesh.triangles) {
    const Corners face = corners(mesh, t);
    volume += std::abs((face.centre() - middle).dot(face.area())) / 3;
  }
  return volume;
}

SpatialInertia mesh_surface(const TriangleMesh& mesh) {
  SpatialInertia surface;
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();
  for (const auto& t : mesh.triangles) {
    const Corners face = corners(mesh, t);
    const double area = face.area().norm();
    const Vector3 sum = face.a + face.b + face.c;
    surface.mass += area;
    first += area * face.centre();
    second += area / 12 *
              (face.a * face.a.transpose() + face.b * face.b.transpose() +
               face.c * face.c.transpose() + sum * sum.transpose());
  }
  if (!(surface.mass > 0)) return {};
  surface.com = first / surface.mass;
  surface.inertia = moments_of(second - surface.mass * surface.com * surface.com.transpose());
  return surface;
}

// Four counts and then single-precision numbers: vertices, normals, texture coordinates, faces.
TriangleMesh read_msh(const std::string& bytes, const std::string& file) {
  std::int32_t counts[4];
  const auto fail = [&](const std::string& why) { throw Error(why, file); };
  if (bytes.size() < sizeof counts) fail("the mesh is truncated");
  std::memcpy(counts, bytes.data(), sizeof counts);
  for (const std::int32_t count : counts)
    if (count < 0 || count > 6000000) fail("the mesh has a count out of range");
  const auto at = [](std::int32_t n) { return static_cast<std::size_t>(n); };
  const std::size_t size = sizeof counts + 12 * at(counts[0]) + 12 * at(counts[1]) +
                           8 * at(counts[2]) + 12 * at(counts[3]);
  if (bytes.size() != size) fail("the size of the mesh differs from the size in its header");
  TriangleMesh mesh;
  const char* next = bytes.data() + sizeof counts;
  for (std::size_t i = 0; i < at(counts[0]); ++i, next += 12) {
    float v[3];
    std::memcpy(v, next, sizeof v);
    mesh.vertices.emplace_back(v[0], v[1], v[2]);
    if (!mesh.vertices.back().allFinite()) fail("a vertex is not finite");
  }
  next += 12 * at(counts[1]) + 8 * at(counts[2]);
  for (std::size_t i = 0; i < at(counts[3]); ++i, next += 12) {
    std::int32_t t[3];
    std::memcpy(t, next, sizeof t);
    for (const std::int32_t v : t)
      if (v < 0 || v >= counts[0]) fail("a face names a vertex that does not exist");
    mesh.triangles.push_back({t[0], t[1], t[2]});
  }
  if (mesh.triangles.empty()) mesh = hull_surface(mesh.vertices, file);
  return mesh;
}

}  // namespace cardan::mjcf
