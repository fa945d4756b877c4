#include <algorithm>
#include <cassert>
#include <type_traits>

#include "cardan/mass_matrix.h"
#include "dynamics/data_contents.h"
#include "dynamics/kernels/four.h"
#include "dynamics/kernels/ltl.h"

namespace cardan {

namespace {

using ltl::kBaseRow;

/// The lanes of an entry form one value. Otherwise GCC combines the same lane of two entries, which
/// requires shuffles.
template <int kLanes>
struct Several {
  double lane[kLanes];

  static Several load(const double* x) {
    Several value;
    std::copy_n(x, kLanes, value.lane);
    return value;
  }
  void store(double* x) const { std::copy_n(lane, kLanes, x); }
  Several& operator-=(const Several& b) {
    for (int k = 0; k < kLanes; ++k) lane[k] -= b.lane[k];
    return *this;
  }
  friend Several operator*(double s, Several a) {
    for (double& x : a.lane) x *= s;
    return a;
  }
};
template <int kLanes>
using LanesOf = std::conditional_t<kLanes == 4, kernel::Four, Several<kLanes>>;

/// The six entries of a floating base for `kLanes` rows, in registers.
template <int kLanes>
inline void whiten_base_lanes(const Data& data, double* y) {
  using Entry = LanesOf<kLanes>;
  Entry base[6];
#pragma GCC unroll 6
  for (int e = 0; e < 6; ++e) base[e] = Entry::load(y + e * kLanes);
  const double* L = data.M.data();
#pragma GCC unroll 6
  for (int e = 5; e >= 1; --e) {
#pragma GCC unroll 6
    for (int l = 0; l < e; ++l) base[l] -= L[kBaseRow[e] + l] * base[e];
  }
#pragma GCC unroll 6
  for (int e = 0; e < 6; ++e) (data.sqrt_D_inv[e] * base[e]).store(y + e * kLanes);
}

/// The path entries d … 1 of `kLanes` rows: y[0 … e−1] −= y[e] L_k[0 … e−1], where k is the DoF at
/// e. Two entries per pass. kBase: 6 for a floating base, else 0.
template <int kLanes, int kBase>
void whiten_lanes(const Skeleton& skeleton, const Data& data, int last_dof, double* y) {
  using Entry = LanesOf<kLanes>;
  const int* path = skeleton.path_dofs.data() + skeleton.row_start[last_dof];
  const double* L = data.M.data();
  const double* scale = data.sqrt_D_inv.data();
  int e = skeleton.depth[last_dof];
  for (; e > kBase; e -= 2) {
    const double* L_e = L + skeleton.row_start[path[e]];
    const double* L_d = L + skeleton.row_start[path[e - 1]];
    const Entry a = Entry::load(y + e * kLanes);
    Entry b = Entry::load(y + (e - 1) * kLanes);
    b -= L_e[e - 1] * a;
    for (int l = 0; l < e - 1; ++l) {
      Entry y_l = Entry::load(y + l * kLanes);
      y_l -= L_e[l] * a;
      y_l -= L_d[l] * b;
      y_l.store(y + l * kLanes);
    }
    (scale[path[e]] * a).store(y + e * kLanes);
    (scale[path[e - 1]] * b).store(y + (e - 1) * kLanes);
  }
  if (e == kBase) {
    const double* L_e = L + skeleton.row_start[path[e]];
    const Entry a = Entry::load(y + e * kLanes);
#pragma GCC unroll 6
    for (int l = 0; l < kBase; ++l) {
      Entry y_l = Entry::load(y + l * kLanes);
      y_l -= L_e[l] * a;
      y_l.store(y + l * kLanes);
    }
    (scale[path[e]] * a).store(y + e * kLanes);
  }
  if constexpr (kBase == 6) whiten_base_lanes<kLanes>(data, y);
}

/// Whitens rows with the articulated factor W. A row contains joint forces, and `force` is the
/// force that remains for the bodies above.
template <int kLanes>
void gather_lanes(const Skeleton& skeleton, const Data& data, int last_dof, double* y) {
  using Entry = LanesOf<kLanes>;
  const double zeros[kLanes] = {};
  Entry force[6];
  for (Entry& f : force) f = Entry::load(zeros);
  const std::span<const int> path = skeleton.path(last_dof);
  for (int e = static_cast<int>(path.size()) - 1; e >= 0; --e) {
    const int k = path[static_cast<std::size_t>(e)];
    const double *S = &data.S[6 * static_cast<std::size_t>(k)],
                 *W = &data.M[6 * static_cast<std::size_t>(k)];
    Entry a = Entry::load(y + e * kLanes);
    for (int r = 0; r < 6; ++r) a -= S[r] * force[r];
    for (int r = 0; r < 6; ++r) force[r] -= -W[r] * a;
    (data.sqrt_D_inv[k] * a).store(y + e * kLanes);
  }
}

template <int kLanes>
void whiten_lanes(const Skeleton& skeleton, const Data& data, int last_dof, double* y) {
  if (contents::is_articulated(data)) return gather_lanes<kLanes>(skeleton, data, last_dof, y);
  const bool past_base = skeleton.floating_base() && skeleton.depth[last_dof] >= 5;
  past_base ? whiten_lanes<kLanes, 6>(skeleton, data, last_dof, y)
            : whiten_lanes<kLanes, 0>(skeleton, data, last_dof, y);
}

}  // namespace

void whiten_path_rows(const Skeleton& skeleton, const Data& data, int last_dof, int lanes,
                      double* y) {
  contents::require_factor(data, "whiten_path_rows");
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
