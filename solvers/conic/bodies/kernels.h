#pragma once

#include "solvers/conic/bodies/unit.h"

namespace cardan::conic {

/// Blocks of the LU of a matrix over nodes, in pivot order, with the positions of all updates.
/// Neighbours of pivot k are the later pivots neighbour[start[k]] … neighbour[start[k + 1] − 1],
/// ascending. Block e of L is (neighbour[e], k), block e of U is (k, neighbour[e]).
struct LuView {
  int nodes;
  const int *start, *neighbour;
  /// Pivot by pivot, for each pair e < f of its blocks: the block of L and U that L_e U_f changes.
  const int* target;
  double *D, *L, *U;
};

/// Units with their rows of Y. node: pivot positions; place ≥ 0: the first node of the pair is the
/// earlier pivot, and its block of U is (first, second); otherwise ~place is the place for the
/// other order.
struct UnitsView {
  int count;
  const Unit* units;
  const double* y;
  const int *node, *place;
};

/// Inner loops for one instruction set. All sets give bitwise equal results: sums have the same
/// order in each, and products are not contracted with sums. Vectors over nodes are in pivot order,
/// kStride apart.
struct Kernels {
  const char* name;
  /// Sets the matrix to I + Yᵀ G Y. G: rows × rows numbers of each unit, row-major.
  void (*assemble)(const UnitsView& units, const double* G, const LuView& lu);
  /// Factorises in place and inverts the pivots. False if a pivot is singular.
  bool (*factor)(const LuView& lu);
  /// x := matrix⁻¹ x, after factor().
  void (*solve)(const LuView& lu, double* x);
  /// z += Yᵀ x. x: by units.
  void (*add_transposed)(const UnitsView& units, const double* x, double* z);
  /// x = Y z. x: by units.
  void (*multiply)(const UnitsView& units, const double* z, double* x);
};

/// The kernels that run on this processor, from the slowest set to the fastest.
struct KernelList {
  const Kernels* kernels[3];
  int count = 0;
};
const KernelList& available_kernels();

/// The last kernels of the list.
const Kernels& fastest_kernels();

}  // namespace cardan::conic
