#pragma once

#include <cstring>

namespace cardan::solvers {

/// Two doubles in one register.
using Pair = double __attribute__((vector_size(16)));

inline Pair load_pair(const double* x) {
  Pair pair;
  std::memcpy(&pair, x, sizeof pair);
  return pair;
}
inline void store_pair(double* x, Pair pair) { std::memcpy(x, &pair, sizeof pair); }

/// Σ a_k b_k, summed in pairs; the count is even.
inline double dot_pairs(const double* a, const double* b, int count) {
  Pair sum = {0, 0};
  for (int k = 0; k < count; k += 2) sum += load_pair(a + k) * load_pair(b + k);
  return sum[0] + sum[1];
}

}  // namespace cardan::solvers
