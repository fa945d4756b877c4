// Kernels for one instruction set. Included by one source per set, compiled with its options, which
// defines CARDAN_LANES (doubles per register) and CARDAN_KERNELS (name of the table). Everything
// here is local to that source, so that no function with instructions of another set can replace
// a portable one.
#pragma once

#include "solvers/conic/bodies/kernels.h"

namespace cardan::conic {
namespace {

using Part = double __attribute__((vector_size(8 * CARDAN_LANES)));
/// Part of a stored row, with the alignment of a double.
using StoredPart = double __attribute__((vector_size(8 * CARDAN_LANES), aligned(8), may_alias));
constexpr int kParts = (kNode + CARDAN_LANES - 1) / CARDAN_LANES;

/// Six numbers in registers; further lanes are padding.
struct Lanes {
  Part part[kParts];
};

inline Lanes load(const double* x) {
  Lanes lanes;
  for (int p = 0; p < kParts; ++p) {
    lanes.part[p] = *reinterpret_cast<const StoredPart*>(x + CARDAN_LANES * p);
  }
  return lanes;
}

inline void store(const Lanes& lanes, double* x) {
  for (int p = 0; p < kParts; ++p) {
    *reinterpret_cast<StoredPart*>(x + CARDAN_LANES * p) = lanes.part[p];
  }
}

inline Lanes scaled(double a, const Lanes& x) {
  Lanes y;
  for (int p = 0; p < kParts; ++p) y.part[p] = a * x.part[p];
  return y;
}

inline void add_scaled(double a, const Lanes& x, Lanes& y) {
  for (int p = 0; p < kParts; ++p) y.part[p] += a * x.part[p];
}

inline void subtract_scaled(double a, const Lanes& x, Lanes& y) {
  for (int p = 0; p < kParts; ++p) y.part[p] -= a * x.part[p];
}

inline void subtract(const Lanes& x, Lanes& y) {
  for (int p = 0; p < kParts; ++p) y.part[p] -= x.part[p];
}

/// Σ x_i y_i, in the order (0 + 2 + 4) + (1 + 3 + 5) for every instruction set.
inline double dot(const Lanes& x, const Lanes& y) {
  Lanes t;
  for (int p = 0; p < kParts; ++p) t.part[p] = x.part[p] * y.part[p];
  return (t.part[0 / CARDAN_LANES][0] + t.part[2 / CARDAN_LANES][2 % CARDAN_LANES] +
          t.part[4 / CARDAN_LANES][4 % CARDAN_LANES]) +
         (t.part[1 / CARDAN_LANES][1] + t.part[3 / CARDAN_LANES][3 % CARDAN_LANES] +
          t.part[5 / CARDAN_LANES][5 % CARDAN_LANES]);
}

/// A block in registers.
struct Columns {
  Lanes column[kNode];
};

inline Columns load_block(const double* block) {
  Columns columns;
  for (int j = 0; j < kNode; ++j) columns.column[j] = load(block + kStride * j);
  return columns;
}

/// C −= A B; A in registers.
inline void subtract_product(const Columns& A, const double* B, double* C) {
  for (int j = 0; j < kNode; ++j) {
    const double* b = B + kStride * j;
    Lanes first = load(C + kStride * j);
    subtract_scaled(b[0], A.column[0], first);
    subtract_scaled(b[1], A.column[1], first);
    subtract_scaled(b[2], A.column[2], first);
    Lanes second = scaled(b[3], A.column[3]);
    add_scaled(b[4], A.column[4], second);
    add_scaled(b[5], A.column[5], second);
    subtract(second, first);
    store(first, C + kStride * j);
  }
}

/// A := A B.
inline void multiply_in_place(double* A, const double* B) {
  const Columns columns = load_block(A);
  for (int j = 0; j < kNode; ++j) {
    const double* b = B + kStride * j;
    Lanes sum = scaled(b[0], columns.column[0]);
    for (int k = 1; k < kNode; ++k) add_scaled(b[k], columns.column[k], sum);
    store(sum, A + kStride * j);
  }
}

/// y −= A x.
inline void subtract_times(const double* A, const double* x, Lanes& y) {
  Lanes other = scaled(x[1], load(A + kStride));
  subtract_scaled(x[0], load(A), y);
  subtract_scaled(x[2], load(A + 2 * kStride), y);
  add_scaled(x[3], load(A + 3 * kStride), other);
  subtract_scaled(x[4], load(A + 4 * kStride), y);
  add_scaled(x[5], load(A + 5 * kStride), other);
  subtract(other, y);
}

/// Element i of a row in registers; i is a constant once loops are unrolled.
inline double element(const Lanes& lanes, int i) {
  return lanes.part[i / CARDAN_LANES][i % CARDAN_LANES];
}
inline void set_element(Lanes& lanes, int i, double value) {
  lanes.part[i / CARDAN_LANES][i % CARDAN_LANES] = value;
}

/// Inverts a block by Gauss–Jordan elimination without pivoting, because the pivots of I plus a
/// nearly positive semidefinite matrix stay away from zero. Returns false if one does not.
inline bool invert(double* block) {
  Columns A = load_block(block);
#pragma GCC unroll 6
  for (int k = 0; k < kNode; ++k) {
    const double pivot = element(A.column[k], k);
    if (!((pivot < 0 ? -pivot : pivot) > 1e-200)) return false;
    const double inverse = 1 / pivot;
    Lanes own = scaled(inverse, A.column[k]);
    set_element(own, k, inverse);
#pragma GCC unroll 6
    for (int j = 0; j < kNode; ++j) {
      if (j == k) continue;
      const double factor = element(A.column[j], k);
      set_element(A.column[j], k, 0);
      subtract_scaled(factor, own, A.column[j]);
    }
    A.column[k] = own;
  }
  for (int j = 0; j < kNode; ++j) store(A.column[j], block + kStride * j);
  return true;
}

void set_identity(const LuView& lu) {
  const int side = lu.start[lu.nodes] * kBlockSize, diagonal = lu.nodes * kBlockSize;
  for (int i = 0; i < diagonal; ++i) lu.D[i] = 0;
  for (int i = 0; i < side; ++i) lu.L[i] = 0;
  for (int i = 0; i < side; ++i) lu.U[i] = 0;
  for (int k = 0; k < lu.nodes; ++k) {
    for (int i = 0; i < kNode; ++i) lu.D[k * kBlockSize + i * (kStride + 1)] = 1;
  }
}

/// block += Σ_j left_j y_jᵀ. y: rows kStride apart.
template <int kRows>
inline void add_outer(const Lanes* left, const double* y, int rows, double* block) {
  const int count = kRows > 0 ? kRows : rows;
  for (int c = 0; c < kNode; ++c) {
    Lanes sum = load(block + kStride * c);
    for (int j = 0; j < count; ++j) add_scaled(y[kStride * j + c], left[j], sum);
    store(sum, block + kStride * c);
  }
}

/// Adds Yᵀ G Y of one unit. kRows: its number of rows, or 0 for any.
template <int kRows>
inline void add_unit(const UnitsView& units, const Unit& unit, const double* G, const LuView& lu) {
  const int rows = kRows > 0 ? kRows : unit.rows;
  const double* y = units.y + unit.y;
  const int* node = units.node + unit.slot;
  for (int a = 0; a < unit.nodes; ++a) {
    Lanes left[kRows > 0 ? kRows : kMostUnitRows];
    for (int j = 0; j < rows; ++j) {
      left[j] = scaled(G[j], load(y + kStride * rows * a));
      for (int i = 1; i < rows; ++i) {
        add_scaled(G[i * rows + j], load(y + kStride * (rows * a + i)), left[j]);
      }
    }
    for (int b = 0; b < unit.nodes; ++b) {
      double* block = lu.D + kBlockSize * node[a];
      if (a != b) {
        const int low = a < b ? a : b, high = a < b ? b : a;
        const int place = units.place[unit.place + high * (high - 1) / 2 + low];
        const bool upper = (place >= 0) == (a < b);
        block = (upper ? lu.U : lu.L) + kBlockSize * (place >= 0 ? place : ~place);
      }
      add_outer<kRows>(left, y + kStride * rows * b, rows, block);
    }
  }
}

void assemble(const UnitsView& units, const double* G, const LuView& lu) {
  set_identity(lu);
  for (int k = 0; k < units.count; ++k) {
    const Unit& unit = units.units[k];
    const double* own = G + unit.matrix;
    bool any = false;
    for (int i = 0; i < unit.rows * unit.rows; ++i) any = any || own[i] != 0;
    if (!any) continue;
    if (unit.rows == 3) {
      add_unit<3>(units, unit, own, lu);
    } else if (unit.rows == 1) {
      add_unit<1>(units, unit, own, lu);
    } else {
      add_unit<0>(units, unit, own, lu);
    }
  }
}

bool factor(const LuView& lu) {
  const int* target = lu.target;
  for (int k = 0; k < lu.nodes; ++k) {
    double* pivot = lu.D + kBlockSize * k;
    if (!invert(pivot)) return false;
    const int begin = lu.start[k], end = lu.start[k + 1];
    for (int e = begin; e < end; ++e) multiply_in_place(lu.L + kBlockSize * e, pivot);
    for (int e = begin; e < end; ++e) {
      double *L = lu.L + kBlockSize * e, *U = lu.U + kBlockSize * e;
      const Columns left = load_block(L);
      subtract_product(left, U, lu.D + kBlockSize * lu.neighbour[e]);
      for (int f = e + 1; f < end; ++f, ++target) {
        subtract_product(left, lu.U + kBlockSize * f, lu.U + kBlockSize * *target);
        subtract_product(load_block(lu.L + kBlockSize * f), U, lu.L + kBlockSize * *target);
      }
    }
  }
  return true;
}

void solve(const LuView& lu, double* x) {
  for (int k = 0; k < lu.nodes; ++k) {
    const double* own = x + kStride * k;
    for (int e = lu.start[k]; e < lu.start[k + 1]; ++e) {
      double* other = x + kStride * lu.neighbour[e];
      Lanes sum = load(other);
      subtract_times(lu.L + kBlockSize * e, own, sum);
      store(sum, other);
    }
  }
  for (int k = lu.nodes - 1; k >= 0; --k) {
    double* own = x + kStride * k;
    Lanes sum = load(own);
    for (int e = lu.start[k]; e < lu.start[k + 1]; ++e) {
      subtract_times(lu.U + kBlockSize * e, x + kStride * lu.neighbour[e], sum);
    }
    double right[kStride];
    store(sum, right);
    Lanes y = scaled(right[0], load(lu.D + kBlockSize * k));
    for (int j = 1; j < kNode; ++j) {
      add_scaled(right[j], load(lu.D + kBlockSize * k + kStride * j), y);
    }
    store(y, own);
  }
}

void add_transposed(const UnitsView& units, const double* x, double* z) {
  for (int k = 0; k < units.count; ++k) {
    const Unit& unit = units.units[k];
    const double *own = x + unit.first, *y = units.y + unit.y;
    for (int a = 0; a < unit.nodes; ++a) {
      double* node = z + kStride * units.node[unit.slot + a];
      Lanes sum = load(node);
      for (int i = 0; i < unit.rows; ++i, y += kStride) add_scaled(own[i], load(y), sum);
      store(sum, node);
    }
  }
}

void multiply(const UnitsView& units, const double* z, double* x) {
  for (int k = 0; k < units.count; ++k) {
    const Unit& unit = units.units[k];
    double* own = x + unit.first;
    const double* y = units.y + unit.y;
    for (int i = 0; i < unit.rows; ++i) own[i] = 0;
    for (int a = 0; a < unit.nodes; ++a) {
      const Lanes node = load(z + kStride * units.node[unit.slot + a]);
      for (int i = 0; i < unit.rows; ++i, y += kStride) own[i] += dot(load(y), node);
    }
  }
}

}  // namespace

extern const Kernels CARDAN_KERNELS;
const Kernels CARDAN_KERNELS = {CARDAN_KERNELS_NAME, assemble, factor, solve,
                                add_transposed,      multiply};

}  // namespace cardan::conic
