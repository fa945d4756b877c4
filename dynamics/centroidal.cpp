#include <cassert>

#include "cardan/energy.h"
#include "cardan/inverse_dynamics.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/columns.h"
#include "dynamics/kernels/composites.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

namespace {

/// Calls add(DoF, ratio · Ic S) for each column: the momentum about O of the whole tree per unit of
/// the column.
template <typename Add>
void for_each_momentum(const Skeleton& skeleton, Data& data, const Add& add) {
  contents::require_poses(data, "a momentum matrix");
  compute_composites(skeleton, data);
  for (int c = 0; c < skeleton.num_columns(); ++c) {
    const double* composite = &data.composite[10 * skeleton.column_body[c]];
    const Spatial H = composite_product(composite, load_spatial(&data.S[6 * c]));
    add(skeleton.column_dof[c], skeleton.column_ratio[c] * H);
  }
}

Vector3 vector(const Vec& v) { return {v.x, v.y, v.z}; }

}  // namespace

Vector3 center_of_mass_velocity(const Skeleton& skeleton, const Data& data) {
  const double mass = skeleton.total_mass();
  if (mass <= 0) return Vector3::Zero();
  return momentum(skeleton, data).force / mass;
}

void center_of_mass_jacobian(const Skeleton& skeleton, Data& data, Eigen::Ref<Matrix3X> J) {
  assert(J.cols() == skeleton.nv());
  J.setZero();
  const double mass = skeleton.total_mass();
  if (mass <= 0) return;
  for_each_momentum(skeleton, data,
                    [&](int d, const Spatial& H) { J.col(d) += vector(H.l) / mass; });
}

void centroidal_momentum_matrix(const Skeleton& skeleton, Data& data, Eigen::Ref<Matrix6X> A_G) {
  assert(A_G.cols() == skeleton.nv());
  A_G.setZero();
  const Vector3 r = center_of_mass(skeleton, data) - data.O_W;
  for_each_momentum(skeleton, data, [&](int d, const Spatial& H) {
    const SpatialForce about_G = SpatialForce{vector(H.a), vector(H.l)}.shifted(r);
    A_G.col(d).head<3>() += about_G.moment;
    A_G.col(d).tail<3>() += about_G.force;
  });
}

SpatialForce centroidal_momentum_rate(const Skeleton& skeleton, Data& data, const double* v) {
  bias_forces(skeleton, data, v, Vector3::Zero());
  // After the inward pass, f of a root body is the force on its whole tree. The centre of mass
  // moves along the momentum, so its motion adds no moment.
  SpatialForce sum;
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    if (skeleton.parent[i] >= 0) continue;
    sum.moment += Eigen::Map<const Vector3>(&data.f[6 * i]);
    sum.force += Eigen::Map<const Vector3>(&data.f[6 * i + 3]);
  }
  return sum.shifted(center_of_mass(skeleton, data) - data.O_W);
}

}  // namespace cardan
