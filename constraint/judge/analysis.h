#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "cardan/constraint/problem.h"

namespace cardan {

/// Analysis of a problem by dense linear algebra, for explanations. It is never performed in a
/// step. A is made dimensionless: Ã = D A D with D_ii = 1/√A_ii (1 where A_ii is not positive).

/// A linearly dependent row of A: row = Σ coefficient · other.
struct RedundantRow {
  int row = -1;
  std::vector<std::pair<int, double>> others;  ///< (row of the basis, coefficient), largest first
};

/// Pivot of the LDLᵀ factorisation, with diagonal pivoting, of the symmetric part of Ã. The pivot
/// is the part of the row that is independent of the rows before it, from 0 (none) to 1 (all).
struct RowPivot {
  int row = -1;
  double value = 0;
};

/// A self-stress that opposes the free velocities: λ lies in the cones of its blocks, λᵀA = 0 (≤ 0
/// in NONNEGATIVE rows), and bᵀλ < 0. A self-stress of normal impulses proves that the problem has
/// no solution [Farkas]. A self-stress with friction means that the bodies cannot rest; a sliding
/// solution may exist.
struct JamStress {
  std::vector<double> lambda;  ///< (m) scaled so that the largest entry is 1
  double work = 0;             ///< bᵀλ [m/s], negative
  bool proven = false;         ///< true if certificate_holds() confirms the self-stress
  bool frictional = false;     ///< true if `lambda` has tangential parts in CONE blocks
};

/// Result of analyse().
struct ProblemAnalysis {
  /// False if there are more than kMaxAnalysedRows rows; then only diagonal_ratio and
  /// zero_diagonals are computed.
  bool complete = false;
  int rank = 0;          ///< rank of Ã
  double largest = 0;    ///< largest singular value of Ã
  double smallest = 0;   ///< smallest nonzero singular value of Ã
  double condition = 0;  ///< condition number of Ã on its range: largest / smallest; 0 without rows
  double asymmetry = 0;       ///< max |Ã − Ãᵀ|
  double diagonal_ratio = 1;  ///< largest A_ii over the smallest positive one
  int zero_diagonals = 0;     ///< number of rows with A_ii = 0
  std::vector<RedundantRow> redundant;
  /// The smallest pivots of independent rows, at most three, in ascending order.
  std::vector<RowPivot> smallest_pivots;
  std::optional<JamStress> jam;
};

/// Row limit of analyse(). Larger problems are not analysed, since the cost is that of a dense
/// eigenvalue problem.
inline constexpr int kMaxAnalysedRows = 1000;
/// Row limit of the search for a jam stress.
inline constexpr int kMaxStressRows = 300;

/// Analyses a valid problem. Does not throw.
CARDAN_API ProblemAnalysis analyse(const Problem& problem);

/// Finds a self-stress, preferably one of normal impulses only. Projects −b onto the intersection
/// of the cones with the self-stresses [Dykstra 1983]; a nonzero projection opposes b.
CARDAN_API std::optional<JamStress> find_jam_stress(const Problem& problem);

}  // namespace cardan
