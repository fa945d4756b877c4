#pragma once

#include "solvers/common/pairs.h"

namespace cardan::conic {

using solvers::load_pair;
using solvers::Pair;
using solvers::store_pair;

/// Products with the three rows of a contact between free bodies, without index arrays: a row has
/// six contiguous columns per body. y: the rows in sequence, 6 kBodies numbers each; column: first
/// column of each body.
template <int kBodies>
class ContactRows {
 public:
  static constexpr int kRow = 6 * kBodies;

  ContactRows(const double* y, const int* column) : y_(y), column_(column) {}

  /// u += Y z.
  void add_velocity(const double* z, double* u) const {
    Pair sum[3] = {};
    for (int b = 0; b < kBodies; ++b) {
      for (int k = 0; k < 6; k += 2) {
        const Pair own = load_pair(z + column_[b] + k);
        for (int i = 0; i < 3; ++i) sum[i] += load_pair(y_ + i * kRow + 6 * b + k) * own;
      }
    }
    for (int i = 0; i < 3; ++i) u[i] += sum[i][0] + sum[i][1];
  }

  /// W = Y Yᵀ, 3 × 3.
  void multiply(double* W) const {
    Pair nn = {}, n1 = {}, n2 = {}, t11 = {}, t12 = {}, t22 = {};
    for (int k = 0; k < kRow; k += 2) {
      const Pair n = load_pair(y_ + k), t1 = load_pair(y_ + kRow + k),
                 t2 = load_pair(y_ + 2 * kRow + k);
      nn += n * n;
      n1 += n * t1;
      n2 += n * t2;
      t11 += t1 * t1;
      t12 += t1 * t2;
      t22 += t2 * t2;
    }
    W[0] = nn[0] + nn[1];
    W[4] = t11[0] + t11[1];
    W[8] = t22[0] + t22[1];
    W[1] = W[3] = n1[0] + n1[1];
    W[2] = W[6] = n2[0] + n2[1];
    W[5] = W[7] = t12[0] + t12[1];
  }

  /// z += Yᵀ δ.
  void add_impulse(const double* delta, double* z) const {
    const Pair scale[3] = {{delta[0], delta[0]}, {delta[1], delta[1]}, {delta[2], delta[2]}};
    for (int b = 0; b < kBodies; ++b) {
      for (int k = 0; k < 6; k += 2) {
        double* own = z + column_[b] + k;
        Pair sum = load_pair(own);
        for (int i = 0; i < 3; ++i) sum += load_pair(y_ + i * kRow + 6 * b + k) * scale[i];
        store_pair(own, sum);
      }
    }
  }

 private:
  const double* y_;
  const int* column_;
};

}  // namespace cardan::conic
