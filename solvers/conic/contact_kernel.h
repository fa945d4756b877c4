#pragma once

#include "../common/pairs.h"

namespace cardan::conic {

using solvers::load_pair;
using solvers::Pair;
using solvers::store_pair;

/// The three rows of a contact between free bodies, on kBodies runs of six neighbouring columns
/// each: products without an index. y: the rows one after the other, each of 6 kBodies numbers;
/// column: first of each run.
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
