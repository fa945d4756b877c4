#include "cardan/forward_dynamics.h"

#include <cmath>

#include "cardan/inverse_dynamics.h"
#include "cardan/mass_matrix.h"

namespace cardan {

namespace {

/// Above this number of entries of M per body, aba is faster, in portable and native builds alike
/// (docs/performance.md).
constexpr int kManyEntries = 8;

bool prefers_aba(const Skeleton& skeleton) {
  return skeleton.row_start[skeleton.nv()] > kManyEntries * skeleton.num_bodies();
}

}  // namespace

void forward_dynamics(const Skeleton& skeleton, Data& data, const double* v, const double* tau,
                      const Vector3& gravity, double* a) {
  if (prefers_aba(skeleton)) return aba(skeleton, data, v, tau, gravity, a);
  forward_dynamics_by_factor(skeleton, data, v, tau, gravity, a);
}

void forward_dynamics_by_factor(const Skeleton& skeleton, Data& data, const double* v,
                                const double* tau, const Vector3& gravity, double* a) {
  bias_forces(skeleton, data, v, gravity);
  crba(skeleton, data);
  const bool regular = factorize_ltl(skeleton, data);
  for (int d = 0; d < skeleton.nv(); ++d) a[d] = regular ? tau[d] - data.bias[d] : std::nan("");
  if (regular) solve_ltl(skeleton, data, a);
}

}  // namespace cardan
