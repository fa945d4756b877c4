#include <algorithm>
#include <cmath>

#include "cardan/mass_matrix.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/kernel.h"
#include "dynamics/kernels/ltl.h"
#include "dynamics/kernels/pair.h"

namespace cardan {

namespace {

using kernel::both;
using kernel::load_pair;
using kernel::Pair;
using kernel::store_pair;
using ltl::kBaseRow;
using ltl::subtract;

/// Stores 1/D of a pivot. Returns false if the pivot is not positive or is NaN.
inline bool accept_pivot(Data& data, int k, double pivot) {
  if (!(pivot > 0) || !(pivot < kInfinity)) return false;
  data.D_inv[k] = 1 / pivot;
  return true;
}

/// Eliminates DoFs 5 … 0 of a floating base, after all others have been eliminated.
bool eliminate_base(Data& data) {
  double* H = data.M.data();
#pragma GCC unroll 6
  for (int k = 5; k >= 0; --k) {
    double* row = H + kBaseRow[k];
    if (!accept_pivot(data, k, row[k])) return false;
    const double inverse = data.D_inv[k];
#pragma GCC unroll 6
    for (int e = k - 1; e >= 0; --e) {
      const double a = row[e] * inverse;
      for (int l = 0; l <= e; ++l) H[kBaseRow[e] + l] -= a * row[l];
      row[e] = a;
    }
  }
  return true;
}

constexpr int kMaxPivots = 4;

/// Number of DoFs k, k − 1, … (at most kMaxPivots, none before `first`) that are consecutive on one
/// path. Consecutive parents leave no other DoFs in between, so the block can be eliminated
/// together.
inline int block_size(const Skeleton& skeleton, int k, int first) {
  int size = 1;
  while (size < kMaxPivots && k - size >= first && skeleton.dof_parent[k - size + 1] == k - size)
    ++size;
  return size;
}

/// The entries of a floating base in the rows of a block, processed in pairs.
template <int kPivots>
struct BaseEntries {
  Pair x[kPivots][3];

  /// Subtracts the rows from those of the base, row_e −= Σ a_b x_b with a_b = x_b[e] / D_b, and
  /// turns them into L.
  void eliminate(double* H, const double* inv) {
    Pair a[kPivots][3];
#pragma GCC unroll 4
    for (int b = 0; b < kPivots; ++b) {
      for (int p = 0; p < 3; ++p) a[b][p] = x[b][p] * both(inv[b]);
    }
#pragma GCC unroll 6
    for (int e = 0; e < 6; ++e) {
      double* row = H + kBaseRow[e];
#pragma GCC unroll 3
      for (int p = 0; 2 * p < e; ++p) {
        Pair sum = both(a[0][e / 2][e % 2]) * x[0][p];
        for (int b = 1; b < kPivots; ++b) sum += both(a[b][e / 2][e % 2]) * x[b][p];
        store_pair(row + 2 * p, load_pair(row + 2 * p) - sum);
      }
      if (e % 2 == 1) continue;
      double sum = a[0][e / 2][0] * x[0][e / 2][0];
      for (int b = 1; b < kPivots; ++b) sum += a[b][e / 2][0] * x[b][e / 2][0];
      row[e] -= sum;
    }
    for (int b = 0; b < kPivots; ++b) std::copy_n(a[b], 3, x[b]);
  }
};

/// Eliminates the DoFs of a limb of a floating base, k last, with all rows in registers. The
/// arithmetic is that of eliminate_within and eliminate_above, but all loops have fixed lengths.
template <int kPivots>
bool eliminate_limb(const Skeleton& skeleton, Data& data, int k) {
  double* row[kPivots];
  BaseEntries<kPivots> base;
  double limb[kPivots][kPivots], inv[kPivots];  // limb[b][j]: entry of DoF k − kPivots + 1 + j
#pragma GCC unroll 4
  for (int b = 0; b < kPivots; ++b) {
    row[b] = data.M.data() + skeleton.row_start[k - b];
    for (int p = 0; p < 3; ++p) base.x[b][p] = load_pair(row[b] + 2 * p);
#pragma GCC unroll 4
    for (int j = 0; j < kPivots - b; ++j) limb[b][j] = row[b][6 + j];
  }
#pragma GCC unroll 4
  for (int b = 0; b < kPivots; ++b) {
    if (!accept_pivot(data, k - b, limb[b][kPivots - 1 - b])) return false;
    inv[b] = data.D_inv[k - b];
#pragma GCC unroll 4
    for (int c = b + 1; c < kPivots; ++c) {
      const int j = kPivots - 1 - c;  // the DoF of row c
      const double a = limb[b][j] * inv[b];
      for (int p = 0; p < 3; ++p) base.x[c][p] -= both(a) * base.x[b][p];
#pragma GCC unroll 4
      for (int l = 0; l <= j; ++l) limb[c][l] -= a * limb[b][l];
      limb[b][j] = a;
    }
  }
  base.eliminate(data.M.data(), inv);
#pragma GCC unroll 4
  for (int b = 0; b < kPivots; ++b) {
    for (int p = 0; p < 3; ++p) store_pair(row[b] + 2 * p, base.x[b][p]);
#pragma GCC unroll 4
    for (int j = 0; j < kPivots - b; ++j) row[b][6 + j] = limb[b][j];
  }
  return true;
}

/// Eliminates the DoFs of a block from each other's rows: row_c −= a row_b with a = H_b[c] / D_b.
bool eliminate_within(const Skeleton& skeleton, Data& data, int k, int size) {
  double* H = data.M.data();
  for (int b = k; b > k - size; --b) {
    double* row_b = H + skeleton.row_start[b];
    const int d = skeleton.depth[b];
    if (!accept_pivot(data, b, row_b[d])) return false;
    for (int c = b - 1; c > k - size; --c) {
      const int e = d - (b - c);
      const double a = row_b[e] * data.D_inv[b];
      subtract(H + skeleton.row_start[c], row_b, a, e + 1);
      row_b[e] = a;
    }
  }
  return true;
}

/// y −= Σ a_b x_b over n entries.
template <int kPivots>
inline void subtract_rows(double* y, const double* const* x, const double* a, int n) {
  CARDAN_IVDEP
  for (int l = 0; l < n; ++l) {
    double sum = a[0] * x[0][l];
    for (int b = 1; b < kPivots; ++b) sum += a[b] * x[b][l];
    y[l] -= sum;
  }
}

/// Subtracts from two rows y of equal length; each x is read once for both.
template <int kPivots>
inline void subtract_rows_from_two(double* const* y, const double* const* x, const double* a0,
                                   const double* a1, int n) {
  double* y0 = y[0];
  double* y1 = y[1];
  CARDAN_IVDEP
  for (int l = 0; l < n; ++l) {
    double sum0 = a0[0] * x[0][l], sum1 = a1[0] * x[0][l];
    for (int b = 1; b < kPivots; ++b) {
      sum0 += a0[b] * x[b][l];
      sum1 += a1[b] * x[b][l];
    }
    y0[l] -= sum0;
    y1[l] -= sum1;
  }
}

/// Subtracts the rows k, k − 1, … of a block from those of all ancestors i above it, row_i −= Σ a_b
/// row_b with a_b = H_b[e] / D_b, and turns their entries into L. Each ancestor row is read and
/// written once per block, and the block rows are read once per two ancestors. kBase: 6 for a
/// floating base, else 0.
template <int kPivots, int kBase>
void eliminate_above(const Skeleton& skeleton, Data& data, int k) {
  double* H = data.M.data();
  const int top = k - kPivots + 1;
  const int* path = skeleton.path_dofs.data() + skeleton.row_start[top];
  double* row[kPivots];
  double inv[kPivots];
  for (int b = 0; b < kPivots; ++b) {
    row[b] = H + skeleton.row_start[k - b];
    inv[b] = data.D_inv[k - b];
  }
  int e = skeleton.depth[top] - 1;
  for (; e > kBase; e -= 2) {
    double a0[kPivots], a1[kPivots], last = 0;
    for (int b = 0; b < kPivots; ++b) {
      a0[b] = row[b][e] * inv[b];
      a1[b] = row[b][e - 1] * inv[b];
      last += a0[b] * row[b][e];
    }
    double* const above[2] = {H + skeleton.row_start[path[e]], H + skeleton.row_start[path[e - 1]]};
    subtract_rows_from_two<kPivots>(above, row, a0, a1, e);
    above[0][e] -= last;
    for (int b = 0; b < kPivots; ++b) {
      row[b][e] = a0[b];
      row[b][e - 1] = a1[b];
    }
  }
  if (e == kBase) {
    double a[kPivots];
    for (int b = 0; b < kPivots; ++b) a[b] = row[b][e] * inv[b];
    subtract_rows<kPivots>(H + skeleton.row_start[path[e]], row, a, e + 1);
    for (int b = 0; b < kPivots; ++b) row[b][e] = a[b];
  }
  if constexpr (kBase == 6) {
    BaseEntries<kPivots> base;
    for (int b = 0; b < kPivots; ++b) {
      for (int p = 0; p < 3; ++p) base.x[b][p] = load_pair(row[b] + 2 * p);
    }
    base.eliminate(H, inv);
    for (int b = 0; b < kPivots; ++b) {
      for (int p = 0; p < 3; ++p) store_pair(row[b] + 2 * p, base.x[b][p]);
    }
  }
}

/// Eliminates the DoFs k, k − 1, … of a block from each other's rows and from the rows above.
template <int kPivots, int kBase>
bool eliminate_block(const Skeleton& skeleton, Data& data, int k) {
  if (kBase == 6 && skeleton.depth[k] == kBase + kPivots - 1)
    return eliminate_limb<kPivots>(skeleton, data, k);
  if (!eliminate_within(skeleton, data, k, kPivots)) return false;
  eliminate_above<kPivots, kBase>(skeleton, data, k);
  return true;
}

template <int kBase>
bool eliminate_block(const Skeleton& skeleton, Data& data, int k, int size) {
  switch (size) {
    case 4:
      return eliminate_block<4, kBase>(skeleton, data, k);
    case 3:
      return eliminate_block<3, kBase>(skeleton, data, k);
    case 2:
      return eliminate_block<2, kBase>(skeleton, data, k);
    default:
      return eliminate_block<1, kBase>(skeleton, data, k);
  }
}

template <int kBase>
bool factorize_tree(const Skeleton& skeleton, Data& data) {
  for (int k = skeleton.nv() - 1; k >= kBase;) {
    const int size = block_size(skeleton, k, kBase);
    if (!eliminate_block<kBase>(skeleton, data, k, size)) return false;
    k -= size;
  }
  return kBase == 0 || eliminate_base(data);
}

}  // namespace

bool factorize_ltl(const Skeleton& skeleton, Data& data) {
  contents::require_mass(data, "factorize_ltl");
  contents::lose(data, contents::kMass);
  contents::set_articulated(data, false);
  if (!(skeleton.floating_base() ? factorize_tree<6>(skeleton, data)
                                 : factorize_tree<0>(skeleton, data)))
    return false;
  // In pairs: Eigen would compute eight square roots at once from an approximation and start where
  // memory is aligned, so the bits would depend on an address.
  const int nv = skeleton.nv();
  for (int i = 0; i + 1 < nv; i += 2) {
    const Eigen::Map<const Eigen::Array2d> D_inv(&data.D_inv[i]);
    Eigen::Map<Eigen::Array2d>(&data.sqrt_D_inv[i]) = D_inv.sqrt();
  }
  if (nv % 2 != 0) data.sqrt_D_inv[nv - 1] = std::sqrt(data.D_inv[nv - 1]);
  contents::gain(data, contents::kFactor);
  return true;
}

}  // namespace cardan
