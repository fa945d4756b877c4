#pragma once

#include "cardan/constraint/constraint_set.h"

namespace cardan {

inline bool is_isotropic(const Tree& tree) {
  return tree.skeleton->kind() == SkeletonKind::kIsotropicBody;
}

/// Rows n, t1, t2 of Y of a contact of one isotropic body, n and t1 side by side.
struct IsotropicRows {
  static constexpr int kFreedoms = 6;
  using Pair = Eigen::Array2d;
  Pair Y[kFreedoms];
  double Y_t2[kFreedoms];
  double Y_ii[3], free[3];  ///< |Y_i|² and Y_i z0
  double size;              ///< what |Y_i|² could be

  /// Their entries, rows `stride` numbers apart.
  void write_values(int stride, double* value) const {
    for (int e = 0; e < kFreedoms; ++e) {
      value[e] = Y[e][0];
      value[stride + e] = Y[e][1];
      value[2 * stride + e] = Y_t2[e];
    }
  }
};

namespace kernel {

/// Entries of [r × d; d], sign included in arm = ± r.
template <class Lanes>
void lay_row(const Vector3& arm, double sign, const Lanes* d, Lanes* Y) {
  Y[0] = arm.y() * d[2] - arm.z() * d[1];
  Y[1] = arm.z() * d[0] - arm.x() * d[2];
  Y[2] = arm.x() * d[1] - arm.y() * d[0];
  for (int c = 0; c < 3; ++c) Y[3 + c] = sign * d[c];
}

}  // namespace kernel

/// Y = J D^(−1/2), as L = 1. J of row k: sign [r × d_k; d_k], r from the body's centre, which is O.
inline void whiten_isotropic_rows(const Tree& tree, const ContactConstraint& contact,
                                  const Vector3& r, double sign, IsotropicRows& rows) {
  IsotropicRows::Pair d[3];
  for (int c = 0; c < 3; ++c) d[c] = {contact.normal[c], contact.tangent1[c]};
  const Vector3 d_t2 = contact.row_direction(2), arm = sign * r;
  kernel::lay_row(arm, sign, d, rows.Y);
  kernel::lay_row(arm, sign, d_t2.data(), rows.Y_t2);
  const double *scale = tree.data->sqrt_D_inv.data(), *D_inv = tree.data->D_inv.data();
  IsotropicRows::Pair Y_ii = IsotropicRows::Pair::Zero(), free = IsotropicRows::Pair::Zero();
  double t2_ii = 0, t2_free = 0;
  for (int e = 0; e < IsotropicRows::kFreedoms; ++e) {
    const IsotropicRows::Pair y = rows.Y[e] * scale[e];
    const double y_t2 = rows.Y_t2[e] * scale[e];
    Y_ii += y * y;
    free += y * tree.z0[e];
    t2_ii += y_t2 * y_t2;
    t2_free += y_t2 * tree.z0[e];
    rows.Y[e] = y;
    rows.Y_t2[e] = y_t2;
  }
  rows.Y_ii[0] = Y_ii[0], rows.Y_ii[1] = Y_ii[1], rows.Y_ii[2] = t2_ii;
  rows.free[0] = free[0], rows.free[1] = free[1], rows.free[2] = t2_free;
  rows.size = r.squaredNorm() * (D_inv[0] + D_inv[1] + D_inv[2]) + (D_inv[3] + D_inv[4] + D_inv[5]);
}

}  // namespace cardan
