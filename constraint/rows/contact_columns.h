#pragma once

#include "cardan/cardan_solver.h"
#include "cardan/spatial.h"

namespace cardan {

/// The rows n, t1 and t2 of a contact in Y, which share their columns.
struct ContactColumns {
  const std::int32_t* index;
  const double *n, *t1, *t2;
  int count;

  ContactColumns(const cardan_rows& Y, int row)
      : index(Y.index + Y.start[row]),
        n(Y.value + Y.start[row]),
        t1(Y.value + Y.start[row + 1]),
        t2(Y.value + Y.start[row + 2]),
        count(Y.start[row + 1] - Y.start[row]) {}
  /// Refers to three consecutive rows of values.
  ContactColumns(const std::int32_t* columns, int entries, const double* Y)
      : index(columns), n(Y), t1(Y + entries), t2(Y + 2 * entries), count(entries) {}

  // Sums are formed in the same order as in compute_velocity, so that the results are equal bit for
  // bit.
  void add_transposed(const double* lambda, double* z) const {
    for (int e = 0; e < count; ++e) {
      double sum = z[index[e]];
      sum += n[e] * lambda[0];
      sum += t1[e] * lambda[1];
      sum += t2[e] * lambda[2];
      z[index[e]] = sum;
    }
  }
  void multiply(const double* z, double* u) const {
    double u_n = 0, u_1 = 0, u_2 = 0;
    for (int e = 0; e < count; ++e) {
      const double z_e = z[index[e]];
      u_n += n[e] * z_e;
      u_1 += t1[e] * z_e;
      u_2 += t2[e] * z_e;
    }
    u[0] = u_n;
    u[1] = u_1;
    u[2] = u_2;
  }

  /// Returns Y Yᵀ of the three rows.
  Matrix3 product() const {
    Matrix3 W = Matrix3::Zero();
    for (int e = 0; e < count; ++e) {
      W(0, 0) += n[e] * n[e];
      W(1, 0) += n[e] * t1[e];
      W(2, 0) += n[e] * t2[e];
      W(1, 1) += t1[e] * t1[e];
      W(2, 1) += t1[e] * t2[e];
      W(2, 2) += t2[e] * t2[e];
    }
    W(0, 1) = W(1, 0);
    W(0, 2) = W(2, 0);
    W(1, 2) = W(2, 1);
    return W;
  }
};

/// A contact among the rows of its island: u = Y z + S λ + b.
struct StickingContact {
  ContactColumns Y;
  const double *S, *b;  ///< three entries each
  double mu;

  void compute_velocity(const double* lambda, const double* z, double* u) const {
    Y.multiply(z, u);
    for (int k = 0; k < 3; ++k) u[k] += S[k] * lambda[k] + b[k];
  }
};

/// Performs sweep_sticking_contacts (constraint/sticking_sweep.h) for one contact. Updates λ (3)
/// and z.
void sweep_sticking_contact(const StickingContact& contact, double* lambda, double* z);

}  // namespace cardan
