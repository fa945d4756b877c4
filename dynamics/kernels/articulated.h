#pragma once

#include <algorithm>

#include "cardan/skeleton_data.h"
#include "dynamics/kernels/kernel.h"
#include "dynamics/kernels/world_inertia.h"

/// Articulated inertias, and the products with the factors that factorize_articulated computes.
namespace cardan::kernel {

/// Rigid-body inertia about O as six columns: [[I_O, [h]×], [−[h]×, m 1]].
inline void store_inertia(double* K, const WorldInertia& body) {
  const Sym I = inertia_about_O(body.m, body.c, body.I);
  const Vec h = body.m * body.c;
  const double m = body.m;
  store_spatial(K, {{I.xx, I.xy, I.xz}, {0, -h.z, h.y}});
  store_spatial(K + 6, {{I.xy, I.yy, I.yz}, {h.z, 0, -h.x}});
  store_spatial(K + 12, {{I.xz, I.yz, I.zz}, {-h.y, h.x, 0}});
  store_spatial(K + 18, {{0, h.z, -h.y}, {m, 0, 0}});
  store_spatial(K + 24, {{-h.z, 0, h.x}, {0, m, 0}});
  store_spatial(K + 30, {{h.y, -h.x, 0}, {0, 0, m}});
}

/// y += K x for the symmetric 6 × 6 K.
inline void add_product(const double* CARDAN_RESTRICT K, const double* CARDAN_RESTRICT x,
                        double* CARDAN_RESTRICT y) {
  for (int c = 0; c < 6; ++c) {
    for (int r = 0; r < 6; ++r) y[r] += K[6 * c + r] * x[c];
  }
}

}  // namespace cardan::kernel
