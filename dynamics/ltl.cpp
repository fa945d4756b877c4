#include "dynamics/kernels/ltl.h"

#include <algorithm>

#include "cardan/mass_matrix.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/articulated.h"
#include "dynamics/kernels/kernel.h"
#include "dynamics/kernels/pair.h"

namespace cardan {

namespace {

using kernel::both;
using kernel::load_pair;
using kernel::Pair;
using ltl::kBaseRow;
using ltl::subtract;

/// x · y over n entries, in four partial sums (fixed order, so always the same bits).
inline double dot_product(const double* x, const double* y, int n) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int e = 0;
  for (; e + 4 <= n; e += 4) {
    s0 += x[e] * y[e];
    s1 += x[e + 1] * y[e + 1];
    s2 += x[e + 2] * y[e + 2];
    s3 += x[e + 3] * y[e + 3];
  }
  for (; e < n; ++e) s0 += x[e] * y[e];
  return (s0 + s2) + (s1 + s3);
}

/// Calls visit(first DoF, first entry, count) for the runs of the path above DoF k, without its
/// first `base` entries.
template <typename Visit>
inline void for_each_run(const Skeleton& skeleton, int k, int base, const Visit& visit) {
  for (const PathSegment& run : skeleton.ancestor_segments(k)) {
    const int skipped = std::max(0, base - run.entry);
    if (run.count > skipped) visit(run.first + skipped, run.entry + skipped, run.count - skipped);
  }
}

/// Number of DoFs between a floating base (kBase = 6, else 0) and k on the path of k if they are
/// numbered consecutively up to k, as in a limb; otherwise −1.
template <int kBase>
inline int limb_above(const Skeleton& skeleton, int k) {
  const int count = skeleton.depth[k] - kBase;
  return skeleton.path_dofs[skeleton.row_start[k] + kBase] + count == k ? count : -1;
}

/// Up to this number of DoFs, a separate loop would take longer to start than to run.
constexpr int kShortRun = 6;

/// x ← L^(−T) x. The six DoFs of a floating base (kBase = 6, else 0) are on every path and stay in
/// registers.
template <int kBase>
void solve_transposed(const Skeleton& skeleton, const Data& data, double* x) {
  Pair base[3] = {};
  for (int p = 0; p < kBase / 2; ++p) base[p] = load_pair(x + 2 * p);
  for (int k = skeleton.nv() - 1; k >= kBase; --k) {
    const double* L_k = &data.M[skeleton.row_start[k]];
    const double x_k = x[k];
    for (int p = 0; p < kBase / 2; ++p) base[p] -= both(x_k) * load_pair(L_k + 2 * p);
    const int limb = limb_above<kBase>(skeleton, k);
    if (limb >= 0 && limb <= kShortRun) {
#pragma GCC unroll 1
      for (int e = 0; e < limb; ++e) {
        x[k - limb + e] -= x_k * L_k[kBase + e];
        CARDAN_SCALAR_LOOP(e);
      }
      continue;
    }
    for_each_run(skeleton, k, kBase, [&](int first, int entry, int count) {
      subtract(x + first, L_k + entry, x_k, count);
    });
  }
  const double* L = data.M.data();
#pragma GCC unroll 6
  for (int k = kBase - 1; k >= 0; --k) {
    const double x_k = base[k / 2][k % 2];
#pragma GCC unroll 6
    for (int e = 0; e < k; ++e) base[e / 2][e % 2] -= x_k * L[kBaseRow[k] + e];
    x[k] = x_k;
  }
}

/// x ← L^(−1) x. The six DoFs of a floating base (kBase = 6, else 0) stay in registers.
template <int kBase>
void solve_lower(const Skeleton& skeleton, const Data& data, double* x) {
  double low[6];
  const double* L = data.M.data();
#pragma GCC unroll 6
  for (int k = 0; k < kBase; ++k) {
    low[k] = x[k];
#pragma GCC unroll 6
    for (int e = 0; e < k; ++e) low[k] -= L[kBaseRow[k] + e] * low[e];
    x[k] = low[k];
  }
  Pair base[3] = {};
  for (int p = 0; p < kBase / 2; ++p) base[p] = Pair{low[2 * p], low[2 * p + 1]};
  for (int k = kBase; k < skeleton.nv(); ++k) {
    const double* L_k = &data.M[skeleton.row_start[k]];
    Pair sums{};
    for (int p = 0; p < kBase / 2; ++p) sums += load_pair(L_k + 2 * p) * base[p];
    double sum = sums[0] + sums[1];
    const int limb = limb_above<kBase>(skeleton, k);
    if (limb >= 0 && limb <= kShortRun) {
#pragma GCC unroll 1
      for (int e = 0; e < limb; ++e) {
        sum += L_k[kBase + e] * x[k - limb + e];
        CARDAN_SCALAR_LOOP(e);
      }
    } else {
      for_each_run(skeleton, k, kBase, [&](int first, int entry, int count) {
        sum += dot_product(L_k + entry, x + first, count);
      });
    }
    x[k] -= sum;
  }
}

/// Six numbers per body in the part of data.M that the articulated factor leaves free. Each thread
/// has a Data of its own, so a product with a constant factor may use them.
double* body_vectors(const Skeleton& skeleton, const Data& data) {
  return const_cast<double*>(data.M.data()) + 6 * skeleton.nv();
}

/// x ← L^(−T) x with the articulated factor W: the forces p that x leaves on the bodies are
/// gathered from the leaves to the root.
void gather_articulated(const Skeleton& skeleton, const Data& data, double* x) {
  double* p = body_vectors(skeleton, data);
  std::fill_n(p, 6 * skeleton.num_bodies(), 0.0);
  for (int i = skeleton.num_bodies() - 1; i >= 0; --i) {
    kernel::Spatial force = kernel::load_spatial(p + 6 * i);
    const int first = skeleton.v_start[i];
    for (int k = first + skeleton.body_nv[i] - 1; k >= first; --k) {
      x[k] -= dot(kernel::load_spatial(&data.S[6 * k]), force);
      force = force + x[k] * kernel::load_spatial(&data.M[6 * k]);
    }
    const int parent = skeleton.parent[i];
    if (parent < 0) continue;
    double* above = p + 6 * parent;
    kernel::store_spatial(above, kernel::load_spatial(above) + force);
  }
}

/// x ← L^(−1) x with the articulated factor W: the accelerations of the bodies from the root to the
/// leaves.
void spread_articulated(const Skeleton& skeleton, const Data& data, double* x) {
  double* a = body_vectors(skeleton, data);
  for (int i = 0; i < skeleton.num_bodies(); ++i) {
    const int parent = skeleton.parent[i], first = skeleton.v_start[i];
    kernel::Spatial motion = parent >= 0 ? kernel::load_spatial(a + 6 * parent) : kernel::Spatial{};
    for (int k = first; k < first + skeleton.body_nv[i]; ++k) {
      x[k] -= dot(kernel::load_spatial(&data.M[6 * k]), motion);
      motion = motion + x[k] * kernel::load_spatial(&data.S[6 * k]);
    }
    kernel::store_spatial(a + 6 * i, motion);
  }
}

void solve_transposed(const Skeleton& skeleton, const Data& data, double* x) {
  if (contents::is_articulated(data)) return gather_articulated(skeleton, data, x);
  skeleton.floating_base() ? solve_transposed<6>(skeleton, data, x)
                           : solve_transposed<0>(skeleton, data, x);
}

void solve_lower(const Skeleton& skeleton, const Data& data, double* x) {
  if (contents::is_articulated(data)) return spread_articulated(skeleton, data, x);
  skeleton.floating_base() ? solve_lower<6>(skeleton, data, x) : solve_lower<0>(skeleton, data, x);
}

}  // namespace

void whiten(const Skeleton& skeleton, const Data& data, double* x) {
  contents::require_factor(data, "whiten");
  if (skeleton.kind() != SkeletonKind::kIsotropicBody)
    solve_transposed(skeleton, data, x);  // else L = 1
  for (int k = 0; k < skeleton.nv(); ++k) x[k] *= data.sqrt_D_inv[k];
}

void unwhiten(const Skeleton& skeleton, const Data& data, double* x) {
  contents::require_factor(data, "unwhiten");
  for (int k = 0; k < skeleton.nv(); ++k) x[k] *= data.sqrt_D_inv[k];
  if (skeleton.kind() != SkeletonKind::kIsotropicBody) solve_lower(skeleton, data, x);
}

double entry_of_l(const Skeleton& skeleton, const Data& data, int dof, int e) {
  contents::require_factor(data, "entry_of_l");
  if (e == skeleton.depth[dof]) return 1;
  if (!contents::is_articulated(data)) return data.M[skeleton.row_start[dof] + e];
  const int above = skeleton.path_dofs[skeleton.row_start[dof] + e];
  return dot(kernel::load_spatial(&data.S[6 * above]), kernel::load_spatial(&data.M[6 * dof]));
}

void solve_ltl(const Skeleton& skeleton, const Data& data, double* x) {
  contents::require_factor(data, "solve_ltl");
  solve_transposed(skeleton, data, x);
  for (int k = 0; k < skeleton.nv(); ++k) x[k] *= data.D_inv[k];
  solve_lower(skeleton, data, x);
}

}  // namespace cardan
