#include "solvers/conic/block_set.h"

#include <algorithm>

#include "solvers/common/cone_derivative.h"

namespace cardan::conic {

using sdk::BlockSet;

namespace {

void set_diagonal(double* DP, int dim, double value) {
  std::fill(DP, DP + dim * dim, 0.0);
  for (int i = 0; i < dim; ++i) DP[i * dim + i] = value;
}

void differentiate_ball(const BlockSet& set, const double* a, double* DP, double* by_bound) {
  const int dim = set.dim;
  const double s = sdk::norm(a, dim);
  if (s <= set.hi) return set_diagonal(DP, dim, 1.0);
  for (int i = 0; i < dim; ++i) {
    by_bound[i] = a[i] / s;
    for (int j = 0; j < dim; ++j) {
      DP[i * dim + j] = set.hi / s * ((i == j ? 1.0 : 0.0) - a[i] * a[j] / (s * s));
    }
  }
}

}  // namespace

void differentiate(const BlockSet& set, const double* a, double* DP, double* by_bound) {
  std::fill(by_bound, by_bound + set.dim, 0.0);
  switch (set.kind) {
    case CARDAN_NONNEGATIVE:
      set_diagonal(DP, set.dim, 0.0);
      for (int i = 0; i < set.dim; ++i) DP[i * set.dim + i] = a[i] > 0 ? 1.0 : 0.0;
      return;
    case CARDAN_BOX:
    case CARDAN_BOX_MU:
      DP[0] = a[0] > set.lo && a[0] < set.hi ? 1.0 : 0.0;
      if (set.kind == CARDAN_BOX_MU && DP[0] == 0) by_bound[0] = a[0] >= set.hi ? 1.0 : -1.0;
      return;
    case CARDAN_CONE:
    case CARDAN_CONE_CONVEX:
      return solvers::differentiate_cone(set.mu, set.dim, a, DP);
    case CARDAN_BALL_MU:
      return differentiate_ball(set, a, DP, by_bound);
    default:
      return set_diagonal(DP, set.dim, 1.0);
  }
}

bool vanishes(const double* DP, const double* by_bound, int dim) {
  return std::all_of(DP, DP + dim * dim, [](double x) { return x == 0; }) &&
         std::all_of(by_bound, by_bound + dim, [](double x) { return x == 0; });
}

}  // namespace cardan::conic
