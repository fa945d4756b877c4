#pragma once

#include "dynamics/kernels/columns.h"
#include "dynamics/kernels/world_inertia.h"

namespace cardan::kernel {

/// Returns the velocity of the parent body, which is zero if the parent is the base.
inline Spatial parent_velocity(const Skeleton& skeleton, const Data& data, int body) {
  const int parent = skeleton.parent[body];
  return parent >= 0 ? load_spatial(&data.V[6 * parent]) : Spatial{{0, 0, 0}, {0, 0, 0}};
}

/// Returns V_p × S q̇ + [0; v_rel × ω_rel], the acceleration of a body minus that of its parent
/// when q̈ = 0. v_c: rates of the columns.
inline Spatial velocity_product(const Skeleton& skeleton, const Data& data, const double* v_c,
                                int body) {
  const JointMotion motion = joint_motion(skeleton, data, v_c, body);
  Spatial product = cross_motion(parent_velocity(skeleton, data, body), motion.velocity);
  product.l = product.l + motion.extra;
  return product;
}

/// Sum of x times the columns of a floating joint, which start at column d. Only the linear parts
/// of its linear columns and the angular parts of its angular columns are summed. The sum is zero
/// for other joints, whose columns do not depend on their own coordinates.
struct FreePart {
  Vec angular{0, 0, 0}, linear{0, 0, 0};
};

inline FreePart free_part(const Skeleton& skeleton, const Data& data, const double* x, int body) {
  FreePart part;
  if (skeleton.body_nv[body] != 6) return part;
  const int d = skeleton.v_start[body];
  const double* S = &data.S[6 * d];
  for (int k = 0; k < 3; ++k) {
    part.angular = part.angular + x[d + k] * load(S + 6 * k);
    part.linear = part.linear + x[d + 3 + k] * load(S + 6 * (3 + k) + 3);
  }
  return part;
}

/// Returns the index of a column within its floating joint (0–2 angular, 3–5 linear), or -1 for
/// other joints.
inline int free_column(const Skeleton& skeleton, int column) {
  const int body = skeleton.column_body[column];
  return skeleton.body_nv[body] == 6 ? column - skeleton.v_start[body] : -1;
}

/// Returns Ṡ of a column: V_p × S. The angular columns of a floating joint, whose axes pass through
/// a moving origin, have the additional term [0; v_rel × f].
inline Spatial column_rate(const Skeleton& skeleton, const Data& data, int column,
                           const FreePart& rates) {
  const int body = skeleton.column_body[column];
  const Spatial S = load_spatial(&data.S[6 * column]);
  Spatial rate = cross_motion(parent_velocity(skeleton, data, body), S);
  const int k = free_column(skeleton, column);
  if (k >= 0 && k < 3) rate.l = rate.l + cross(rates.linear, S.a);
  return rate;
}

}  // namespace cardan::kernel
