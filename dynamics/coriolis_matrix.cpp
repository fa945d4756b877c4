#include <cassert>

#include "cardan/inverse_dynamics.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/composites.h"
#include "dynamics/kernels/joint_rates.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

void coriolis_matrix(const Skeleton& skeleton, Data& data, const double* v, Eigen::Ref<MatrixX> C) {
  assert(C.rows() == skeleton.nv() && C.cols() == skeleton.nv());
  contents::require_velocities(data, "coriolis_matrix");
  C.setZero();
  const double* v_c = column_velocities(skeleton, data, v);
  double* B = data.scratch.data();
  double* S_dot = B + kVelocityInertiaSize * skeleton.num_bodies();
  compute_composites(skeleton, data);
  compute_velocity_composites(skeleton, data, B);
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const FreePart rates = free_part(skeleton, data, v_c, i);
    for (int k = 0; k < skeleton.body_nv[i]; ++k) {
      const int c = skeleton.v_start[i] + k;
      store_spatial(S_dot + 6 * c, column_rate(skeleton, data, c, rates));
    }
  }
  const auto add = [&](int row, int column, double value) {
    C(skeleton.column_dof[row], skeleton.column_dof[column]) +=
        skeleton.column_ratio[row] * skeleton.column_ratio[column] * value;
  };
  for (int c = 0; c < skeleton.num_columns(); ++c) {
    const int body = skeleton.column_body[c];
    const Spatial S = load_spatial(&data.S[6 * c]), rate = load_spatial(S_dot + 6 * c);
    const double* I_c = &data.composite[10 * body];
    const double* B_c = B + kVelocityInertiaSize * body;
    // Column c, at and above the body: Sᵀ_j (Ic Ṡ + ½ Bc S).
    // Row c, below it: (Ic S) · Ṡ_j + ½ (Bcᵀ S) · S_j.
    const Spatial force = composite_product(I_c, rate) + 0.5 * velocity_inertia_product(B_c, S);
    const Spatial momentum = composite_product(I_c, S);
    const Spatial turned = 0.5 * transposed_velocity_inertia_product(B_c, S);
    for_each_column_above(skeleton, body, [&](int j) {
      const Spatial S_j = load_spatial(&data.S[6 * j]);
      add(j, c, dot(S_j, force));
      if (skeleton.column_body[j] == body) return;
      add(c, j, dot(momentum, load_spatial(S_dot + 6 * j)) + dot(turned, S_j));
    });
  }
}

}  // namespace cardan
