#pragma once

#include "cardan/skeleton_data.h"

/// Maps between velocity coordinates and the columns of S: x_c = G x and τ = Gᵀ τ_c. Without
/// followers, x and x_c are the same array and nothing is copied.
namespace cardan::kernel {

/// Returns q of all joints: the user's coordinates, followed by multiplier · q_leader + offset for
/// each follower.
inline const double* column_coordinates(const Skeleton& skeleton, Data& data, const double* q) {
  if (!skeleton.coupled()) return q;
  double* q_c = data.column_q.data();
  for (int k = 0; k < skeleton.nq(); ++k) q_c[k] = q[k];
  for (const Follower& f : skeleton.followers)
    q_c[skeleton.q_start[f.body]] = f.multiplier * q[f.q_index] + f.offset;
  return q_c;
}

/// Maps x (nv) to the columns. `storage` is one of Data's column arrays.
inline const double* on_columns(const Skeleton& skeleton, const double* x, DataArray storage) {
  if (!skeleton.coupled()) return x;
  for (int c = 0; c < skeleton.num_columns(); ++c)
    storage[c] = skeleton.column_ratio[c] * x[skeleton.column_dof[c]];
  return storage.data();
}

/// Returns v mapped to the columns, as stored by the last forward_velocities.
inline const double* column_velocities(const Skeleton& skeleton, const Data& data,
                                       const double* v) {
  return skeleton.coupled() ? data.column_v.data() : v;
}

/// Returns the array to which a kernel writes its column forces. gather_columns then reduces these
/// forces to τ.
inline double* column_forces(const Skeleton& skeleton, Data& data, double* tau) {
  return skeleton.coupled() ? data.column_tau.data() : tau;
}

/// Computes τ = Gᵀ τ_c.
inline void gather_columns(const Skeleton& skeleton, const double* tau_c, double* tau) {
  if (!skeleton.coupled()) return;
  const int nv = skeleton.nv();
  for (int d = 0; d < nv; ++d) tau[d] = tau_c[d];
  for (int c = nv; c < skeleton.num_columns(); ++c)
    tau[skeleton.column_dof[c]] += skeleton.column_ratio[c] * tau_c[c];
}

/// Calls visit(c) for the columns that move a body, starting with the body's own columns.
template <typename Visit>
void for_each_column_above(const Skeleton& skeleton, int body, const Visit& visit) {
  for (int i = body; i >= 0; i = skeleton.parent[i]) {
    for (int k = skeleton.body_nv[i] - 1; k >= 0; --k) visit(skeleton.v_start[i] + k);
  }
}

}  // namespace cardan::kernel
