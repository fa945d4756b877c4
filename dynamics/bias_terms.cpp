#include <algorithm>

#include "cardan/inverse_dynamics.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/columns.h"
#include "dynamics/kernels/composites.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

void gravity_forces(const Skeleton& skeleton, Data& data, const Vector3& gravity, double* tau) {
  contents::require_poses(data, "gravity_forces");
  compute_composites(skeleton, data);
  std::fill(tau, tau + skeleton.nv(), 0.0);
  const Vec up{-gravity.x(), -gravity.y(), -gravity.z()};
  for (int c = 0; c < skeleton.num_columns(); ++c) {
    // Weight of the subtree about O: [h × up; m up].
    const double* composite = &data.composite[10 * skeleton.column_body[c]];
    const Spatial weight{cross(load(composite + 1), up), composite[0] * up};
    tau[skeleton.column_dof[c]] +=
        skeleton.column_ratio[c] * dot(load_spatial(&data.S[6 * c]), weight);
  }
}

void coriolis_forces(const Skeleton& skeleton, Data& data, const double* v, double* tau) {
  bias_forces(skeleton, data, v, Vector3::Zero());
  std::copy(data.bias.begin(), data.bias.end(), tau);
}

}  // namespace cardan
