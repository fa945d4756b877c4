#include "cardan/kinematics.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/joint_rates.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

void forward_accelerations(const Skeleton& skeleton, Data& data, const double* v, const double* a) {
  contents::require_velocities(data, "forward_accelerations");
  contents::gain(data, contents::kAccelerations);
  const double* v_c = column_velocities(skeleton, data, v);
  const double* a_c = on_columns(skeleton, a, data.column_a);
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const int parent = skeleton.parent[i];
    Spatial A = velocity_product(skeleton, data, v_c, i);
    if (parent >= 0) A = A + load_spatial(&data.A[6 * parent]);
    const int c0 = skeleton.v_start[i], c1 = c0 + skeleton.body_nv[i];
    for (int c = c0; c < c1; ++c) A = A + a_c[c] * load_spatial(&data.S[6 * c]);
    store_spatial(&data.A[6 * i], A);
  }
}

SpatialVelocity acceleration_at(const Data& data, int body, const Vector3& p_W) {
  if (body < 0) return {};
  contents::require(data, contents::kAccelerations, "acceleration_at",
                    "forward_accelerations, and no inverse or forward dynamics after it");
  const double* A = &data.A[6 * body];
  const SpatialVelocity V = data.velocity_at(body, p_W);
  const SpatialVelocity about_O{Eigen::Map<const Vector3>(A), Eigen::Map<const Vector3>(A + 3)};
  SpatialVelocity at_p = about_O.shifted(p_W - data.O_W);
  at_p.linear += V.angular.cross(V.linear);
  return at_p;
}

}  // namespace cardan
