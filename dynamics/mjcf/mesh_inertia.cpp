#include <cmath>
#include <cstring>

#include "cardan/core/error.h"
#include "cardan/dynamics/mjcf/read_internal.h"

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

// Every triangle with all points on its inner side; of points in one plane, a fan around the first.
// For the few points that are written in a file: the work grows with the fourth power.
void fill_with_hull(TriangleMesh& points) {
  constexpr int kMost = 100;
  const auto& v = points.vertices;
  const int count = static_cast<int>(v.size());
  if (count > kMost)
    throw Error("a mesh of " + std::to_string(count) + " vertices has no faces", "",
                "write its faces");
  double size = 0;
  for (const Vector3& x : v) size = std::max(size, (x - v[0]).norm());
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j)
      for (int k = j + 1; k < count; ++k) {
        Vector3 normal = (v[j] - v[i]).cross(v[k] - v[i]);
        if (!(normal.norm() > 1e-9 * size * size)) continue;
        normal.normalize();
        double low = 0, high = 0;
        std::vector<int> plane;
        for (int m = 0; m < count; ++m) {
          const double height = normal.dot(v[m] - v[i]);
          low = std::min(low, height);
          high = std::max(high, height);
          if (std::abs(height) <= 1e-9 * size) plane.push_back(m);
        }
        const bool outside = high <= 1e-9 * size, inside = low >= -1e-9 * size;
        if (outside == inside) continue;
        // The three points with the lowest indices add the whole face.
        if (plane[0] != i || plane[1] != j) continue;
        bool first = true;
        for (const int m : plane) {
          if (m == i || m == j) continue;
          const Vector3 other = (v[j] - v[i]).cross(v[m] - v[i]);
          if (other.norm() > 1e-9 * size * size) {
            first = m == k;
            break;
          }
        }
        if (!first) continue;
        const Vector3 out_of = outside ? normal : Vector3(-normal);
        Vector3 centre = Vector3::Zero();
        for (const int m : plane) centre += v[m] / static_cast<double>(plane.size());
        const Vector3 x = (v[i] - centre).normalized(), y = out_of.cross(x);
        std::vector<std::pair<double, int>> round;
        round.reserve(plane.size());
        for (const int m : plane)
          round.emplace_back(std::atan2(y.dot(v[m] - centre), x.dot(v[m] - centre)), m);
        std::sort(round.begin(), round.end());
        for (std::size_t m = 1; m + 1 < round.size(); ++m)
          points.triangles.push_back({round[0].second, round[m].second, round[m + 1].second});
      }
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
  return mesh;
}

}  // namespace cardan::mjcf
