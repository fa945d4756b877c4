#include "dynamics/articulated_factor.h"

#include <cmath>

#include "dynamics/data_contents.h"
#include "dynamics/kernels/articulated.h"

namespace cardan {

// The kernels use the types of this inner namespace.
using namespace kernel;

namespace {

/// Eliminates a DoF: U = K S, D = S · U + d, K −= U Uᵀ / D. Stores W = U / D, and returns 1 / D, or
/// NaN if D is not positive.
inline double eliminate(const double* CARDAN_RESTRICT S, double d, double* CARDAN_RESTRICT K,
                        double* CARDAN_RESTRICT W) {
  double U[6] = {0, 0, 0, 0, 0, 0};
  add_product(K, S, U);
  double D = d;
  for (int r = 0; r < 6; ++r) D += S[r] * U[r];
  if (!(D > 0) || !(D < kInfinity)) return std::nan("");
  const double inverse = 1 / D;
  for (int r = 0; r < 6; ++r) W[r] = U[r] * inverse;
  for (int c = 0; c < 6; ++c) {
    for (int r = 0; r < 6; ++r) K[6 * c + r] -= U[r] * W[c];
  }
  return inverse;
}

}  // namespace

bool has_long_paths(const Skeleton& skeleton) {
  constexpr int kManyEntries = 24;  // of L per DoF; at least 12, for the vectors stored beside W
  return !skeleton.coupled() && skeleton.row_start[skeleton.nv()] > kManyEntries * skeleton.nv();
}

bool factorize_articulated(const Skeleton& skeleton, Data& data, const double* d) {
  contents::require_inertias(data, "factorize_articulated");
  contents::lose(data, contents::kMass | contents::kFactor);
  double* inertias = data.scratch.data();
  const int nb = skeleton.num_bodies();
  for (int i = 0; i < nb; ++i)
    store_inertia(inertias + 36 * i,
                  {skeleton.inertia[i].mass, load(&data.c[3 * i]), load_sym(&data.I_W[6 * i])});
  for (int i = nb - 1; i >= 0; --i) {
    double* CARDAN_RESTRICT K = inertias + 36 * i;
    const int first = skeleton.v_start[i];
    for (int k = first + skeleton.body_nv[i] - 1; k >= first; --k) {
      data.D_inv[k] = eliminate(&data.S[6 * k], skeleton.dof[k].armature + d[k], K, &data.M[6 * k]);
      if (std::isnan(data.D_inv[k])) return false;
      data.sqrt_D_inv[k] = std::sqrt(data.D_inv[k]);
    }
    if (skeleton.parent[i] < 0) continue;
    double* CARDAN_RESTRICT K_p = inertias + 36 * skeleton.parent[i];
    for (int r = 0; r < 36; ++r) K_p[r] += K[r];
  }
  contents::set_articulated(data, true);
  contents::gain(data, contents::kFactor);
  return true;
}

}  // namespace cardan
