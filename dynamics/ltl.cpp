#include "cardan/dynamics/ltl.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "cardan/dynamics/free_body_internal.h"
#include "cardan/dynamics/kernel_internal.h"

namespace cardan {

namespace {

/// y −= s x over n entries.
inline void subtract(double* CARDAN_RESTRICT y, const double* CARDAN_RESTRICT x, double s, int n) {
  for (int e = 0; e < n; ++e) y[e] -= s * x[e];
}

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

/// Stores 1/D of a pivot; false if it is not positive (NaN included).
inline bool accept_pivot(Data& data, int k, double pivot) {
  if (!(pivot > 0) || !(pivot < kInfinity)) return false;
  data.D_inv[k] = 1 / pivot;
  return true;
}

/// First entries of the packed rows of a floating base's six freedoms, which follow each other: no
/// index is looked up there.
constexpr int kBaseRow[6] = {0, 1, 3, 6, 10, 15};

/// Eliminates the freedoms 5 … 0 of a floating base, when all others are gone.
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

/// The pivots of a ball, whose M is diagonal.
bool invert_diagonal(Data& data) {
  for (int k = 0; k < 6; ++k) {
    if (!accept_pivot(data, k, data.M[kBaseRow[k] + k])) return false;
  }
  for (int k = 0; k < 6; ++k) data.sqrt_D_inv[k] = std::sqrt(data.D_inv[k]);
  return true;
}

constexpr int kMaxPivots = 4;

/// Number of freedoms k, k − 1, … (at most kMaxPivots) that follow each other on one path. Those
/// numbered between a freedom and its consecutive parent are none, so they can be eliminated
/// together.
inline int block_size(const Skeleton& skeleton, int k) {
  int size = 1;
  while (size < kMaxPivots && k - size >= 0 && skeleton.dof_parent[k - size + 1] == k - size)
    ++size;
  return size;
}

/// Eliminates the freedoms of a block from each other's rows: row_c −= a row_b with a = H_b[c] /
/// D_b.
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

/// The same for two rows y of one length: each x is read once for both.
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
/// row_b with a_b = H_b[e] / D_b, and turns their entries into L. Ancestors' rows are read and
/// written once for the whole block, and those of the block once for two ancestors.
template <int kPivots>
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
  for (; e >= 1; e -= 2) {
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
  if (e < 0) return;
  double a[kPivots];
  for (int b = 0; b < kPivots; ++b) a[b] = row[b][0] * inv[b];
  subtract_rows<kPivots>(H + skeleton.row_start[path[0]], row, a, 1);
  for (int b = 0; b < kPivots; ++b) row[b][0] = a[b];
}

/// The same for the six entries of a floating base.
template <int kLanes>
inline void whiten_base_lanes(const Skeleton& skeleton, const Data& data,
                              double* CARDAN_RESTRICT y) {
  const double* L = data.M.data();
  const bool diagonal = is_ball(skeleton);
#pragma GCC unroll 6
  for (int e = 5; e >= 1; --e) {
    if (diagonal) break;
    const double* CARDAN_RESTRICT L_e = L + kBaseRow[e];
#pragma GCC unroll 6
    for (int l = 0; l < e; ++l) {
      for (int k = 0; k < kLanes; ++k) y[l * kLanes + k] -= y[e * kLanes + k] * L_e[l];
    }
  }
#pragma GCC unroll 6
  for (int e = 0; e < 6; ++e) {
    for (int k = 0; k < kLanes; ++k) y[e * kLanes + k] *= data.sqrt_D_inv[e];
  }
}

/// The path entries d … 1 of `kLanes` rows: y[0 … e−1] −= y[e] L_k[0 … e−1], k the freedom at e;
/// two entries a pass. The lanes of an entry are one value: left to itself GCC takes the same lane
/// of two entries together and shuffles.
template <int kLanes>
void whiten_lanes(const Skeleton& skeleton, const Data& data, int last_dof, double* y) {
  using Lanes = Eigen::Array<double, kLanes, 1>;
  using Map = Eigen::Map<Lanes>;
  const int* path = skeleton.path_dofs.data() + skeleton.row_start[last_dof];
  const double* L = data.M.data();
  const double* scale = data.sqrt_D_inv.data();
  int e = skeleton.depth[last_dof];
  if (e == 5 && skeleton.floating_base()) return whiten_base_lanes<kLanes>(skeleton, data, y);
  for (; e >= 2; e -= 2) {
    const double* L_e = L + skeleton.row_start[path[e]];
    const double* L_d = L + skeleton.row_start[path[e - 1]];
    Map y_e(y + e * kLanes), y_d(y + (e - 1) * kLanes);
    const Lanes a = y_e;
    const Lanes b = y_d - a * L_e[e - 1];
    for (int l = 0; l < e - 1; ++l) Map(y + l * kLanes) -= a * L_e[l] + b * L_d[l];
    y_e = a * scale[path[e]];
    y_d = b * scale[path[e - 1]];
  }
  if (e == 1) {
    Map y_1(y + kLanes);
    Map(y) -= y_1 * L[skeleton.row_start[path[1]]];
    y_1 *= scale[path[1]];
  }
  Map(y) *= scale[path[0]];
}

/// visit(first freedom, first entry, count) for the runs of the path above freedom k, without the
/// first `base` entries of it.
template <typename Visit>
inline void for_each_run(const Skeleton& skeleton, int k, int base, const Visit& visit) {
  for (const PathSegment& run : skeleton.ancestor_segments(k)) {
    const int skipped = std::max(0, base - run.entry);
    if (run.count > skipped) visit(run.first + skipped, run.entry + skipped, run.count - skipped);
  }
}

/// x ← L^(−T) x. The six freedoms of a floating base (kBase = 6, else 0) stand on every path: they
/// stay in registers.
template <int kBase>
void solve_transposed(const Skeleton& skeleton, const Data& data, double* x) {
  double base[6];
  for (int e = 0; e < kBase; ++e) base[e] = x[e];
  for (int k = skeleton.nv() - 1; k >= kBase; --k) {
    const double* L_k = &data.M[skeleton.row_start[k]];
    const double x_k = x[k];
    for (int e = 0; e < kBase; ++e) base[e] -= x_k * L_k[e];
    for_each_run(skeleton, k, kBase, [&](int first, int entry, int count) {
      subtract(x + first, L_k + entry, x_k, count);
    });
  }
  const double* L = data.M.data();
#pragma GCC unroll 6
  for (int k = kBase - 1; k >= 0; --k) {
#pragma GCC unroll 6
    for (int e = 0; e < k; ++e) base[e] -= base[k] * L[kBaseRow[k] + e];
    x[k] = base[k];
  }
}

/// x ← L^(−1) x; kBase as above.
template <int kBase>
void solve_lower(const Skeleton& skeleton, const Data& data, double* x) {
  double base[6];
  const double* L = data.M.data();
#pragma GCC unroll 6
  for (int k = 0; k < kBase; ++k) {
    base[k] = x[k];
#pragma GCC unroll 6
    for (int e = 0; e < k; ++e) base[k] -= L[kBaseRow[k] + e] * base[e];
    x[k] = base[k];
  }
  for (int k = kBase; k < skeleton.nv(); ++k) {
    const double* L_k = &data.M[skeleton.row_start[k]];
    double sum = 0;
    for (int e = 0; e < kBase; ++e) sum += L_k[e] * base[e];
    for_each_run(skeleton, k, kBase, [&](int first, int entry, int count) {
      sum += dot_product(L_k + entry, x + first, count);
    });
    x[k] -= sum;
  }
}

void solve_transposed(const Skeleton& skeleton, const Data& data, double* x) {
  skeleton.floating_base() ? solve_transposed<6>(skeleton, data, x)
                           : solve_transposed<0>(skeleton, data, x);
}

void solve_lower(const Skeleton& skeleton, const Data& data, double* x) {
  skeleton.floating_base() ? solve_lower<6>(skeleton, data, x) : solve_lower<0>(skeleton, data, x);
}

}  // namespace

bool factorize_ltl(const Skeleton& skeleton, Data& data) {
  if (is_ball(skeleton)) return invert_diagonal(data);
  int k = skeleton.nv() - 1;
  while (k >= 0) {
    if (k == 5 && skeleton.floating_base()) {
      if (!eliminate_base(data)) return false;
      break;
    }
    const int size = block_size(skeleton, k);
    if (!eliminate_within(skeleton, data, k, size)) return false;
    if (size == 4) {
      eliminate_above<4>(skeleton, data, k);
    } else if (size == 3) {
      eliminate_above<3>(skeleton, data, k);
    } else if (size == 2) {
      eliminate_above<2>(skeleton, data, k);
    } else {
      eliminate_above<1>(skeleton, data, k);
    }
    k -= size;
  }
  const Eigen::Map<const Eigen::ArrayXd> D_inv(data.D_inv.data(), skeleton.nv());
  Eigen::Map<Eigen::ArrayXd>(data.sqrt_D_inv.data(), skeleton.nv()) = D_inv.sqrt();
  return true;
}

void whiten(const Skeleton& skeleton, const Data& data, double* x) {
  if (!is_ball(skeleton)) solve_transposed(skeleton, data, x);
  for (int k = 0; k < skeleton.nv(); ++k) x[k] *= data.sqrt_D_inv[k];
}

void unwhiten(const Skeleton& skeleton, const Data& data, double* x) {
  for (int k = 0; k < skeleton.nv(); ++k) x[k] *= data.sqrt_D_inv[k];
  if (!is_ball(skeleton)) solve_lower(skeleton, data, x);
}

void solve_ltl(const Skeleton& skeleton, const Data& data, double* x) {
  solve_transposed(skeleton, data, x);
  for (int k = 0; k < skeleton.nv(); ++k) x[k] *= data.D_inv[k];
  solve_lower(skeleton, data, x);
}

void whiten_path_rows(const Skeleton& skeleton, const Data& data, int last_dof, int lanes,
                      double* y) {
  switch (lanes) {
    case 1:
      return whiten_lanes<1>(skeleton, data, last_dof, y);
    case 2:
      return whiten_lanes<2>(skeleton, data, last_dof, y);
    case 3:
      return whiten_lanes<3>(skeleton, data, last_dof, y);
    case 4:
      return whiten_lanes<4>(skeleton, data, last_dof, y);
    default:
      assert(false && "whiten_path_rows: lanes must be 1 to 4");
  }
}

}  // namespace cardan
