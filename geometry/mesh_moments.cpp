#include "geometry/mesh_moments.h"

namespace cardan {

void MeshMoments::add(const TriangleMesh& mesh) {
  for (const auto& t : mesh.triangles) {
    const Vector3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const double v = a.dot(b.cross(c)) / 6;
    const Vector3 sum = a + b + c;
    volume += v;
    first += v / 4 * sum;
    second += v / 20 *
              (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
    const Vector3 twice_area = (b - a).cross(c - a);
    facing += 0.5 * twice_area;
    area += 0.5 * twice_area.norm();
  }
}

SpatialInertia MeshMoments::inertia(double density) const {
  SpatialInertia result;
  result.mass = density * volume;
  result.com = first / volume;
  const Matrix3 central = second - volume * result.com * result.com.transpose();
  result.inertia = density * (central.trace() * Matrix3::Identity() - central);
  return result;
}

}  // namespace cardan
