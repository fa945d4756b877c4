#pragma once

#include "cardan/skeleton.h"
#include "cardan/skeleton_data.h"
#include "constraint/constraint_set.h"

namespace cardan {

inline bool is_isotropic(const Tree& tree) {
  return tree.skeleton->kind() == SkeletonKind::kIsotropicBody;
}

/// The rows n, t1 and t2 of Y for one isotropic body of a contact. Rows n and t1 share the lanes of
/// a Pair.
struct IsotropicRows {
  static constexpr int kDofs = 6;
  using Pair = Eigen::Array2d;
  Pair Y[kDofs];
  double Y_t2[kDofs];
  double Y_ii[3], free[3];  ///< |Y_i|² and Y_i z0
  double size;              ///< upper bound of |Y_i|², against which rounding is judged

  /// Writes the values with a distance of `stride` entries between rows.
  void write_values(int stride, double* value) const {
    for (int e = 0; e < kDofs; ++e) {
      value[e] = Y[e][0];
      value[stride + e] = Y[e][1];
      value[2 * stride + e] = Y_t2[e];
    }
  }
  /// Writes columns and values with a distance of `stride` entries between rows. column: first
  /// column of the body.
  void write_entries(int column, int stride, std::int32_t* index, double* value) const {
    write_values(stride, value);
    for (int e = 0; e < kDofs; ++e)
      index[e] = index[stride + e] = index[2 * stride + e] = column + e;
  }
};

namespace kernel {

/// Computes the entries of sign [r × d; d], where arm = sign r.
template <class Lanes>
void lay_row(const Vector3& arm, double sign, const Lanes* d, Lanes* Y) {
  Y[0] = arm.y() * d[2] - arm.z() * d[1];
  Y[1] = arm.z() * d[0] - arm.x() * d[2];
  Y[2] = arm.x() * d[1] - arm.y() * d[0];
  for (int c = 0; c < 3; ++c) Y[3 + c] = sign * d[c];
}

}  // namespace kernel

/// Computes Y = J D^(−1/2), since L = 1. Row k of J is sign [r × d_k; d_k]; r points from the
/// body's centre, which is O, to the contact.
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
  for (int e = 0; e < IsotropicRows::kDofs; ++e) {
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

/// Returns the velocity, in W at the start of the step, of the body's point at r from its centre
/// [m/s].
inline Vector3 isotropic_point_velocity(const Tree& tree, const Vector3& r) {
  const Eigen::Map<const Vector3> omega(tree.data->V.data()), v(tree.data->V.data() + 3);
  return v + omega.cross(r);
}

}  // namespace cardan
