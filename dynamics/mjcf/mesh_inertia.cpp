#include <cmath>
#include <cstring>

#include "cardan/error.h"
#include "core/point_hull.h"
#include "dynamics/mjcf/read.h"

namespace cardan::mjcf {

namespace {

// ∫ x xᵀ over a tetrahedron from the origin, per unit volume: Σ over its corners.
Matrix3 second_of(const Vector3& a, const Vector3& b, const Vector3& c) {
  const Vector3 sum = a + b + c;
  return (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose()) / 20;
}

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

// Tetrahedra from the centre of the surface give volume and centre of mass, those from the centre
// of mass the moments, as in MuJoCo.
SpatialInertia mesh_solid(const TriangleMesh& mesh, bool exact) {
  SpatialInertia solid;
  double area = 0;
  Vector3 middle = Vector3::Zero();
  for (const auto& t : mesh.triangles) {
    const Corners face = corners(mesh, t);
    area += face.area().norm();
    middle += face.area().norm() * face.centre();
  }
  if (!(area > 0)) return solid;
  middle /= area;
  const auto volume_of = [&](const Corners& face, const Vector3& from) {
    const double volume = (face.centre() - from).dot(face.area()) / 3;
    return exact ? volume : std::abs(volume);
  };
  Vector3 first = Vector3::Zero();
  for (const auto& t : mesh.triangles) {
    const Corners face = corners(mesh, t);
    const double volume = volume_of(face, middle);
    solid.mass += volume;
    first += volume * (0.75 * face.centre() + 0.25 * middle);
  }
  if (!(solid.mass > 1e-14)) return {};
  solid.com = first / solid.mass;
  Matrix3 second = Matrix3::Zero();
  for (const auto& t : mesh.triangles) {
    const Corners face = corners(mesh, t);
    second += volume_of(face, solid.com) *
              second_of(face.a - solid.com, face.b - solid.com, face.c - solid.com);
  }
  solid.inertia = moments_of(second);
  return solid;
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
  if (mesh.triangles.empty()) mesh.triangles = hull_triangles(mesh.vertices, file);
  return mesh;
}

}  // namespace cardan::mjcf
