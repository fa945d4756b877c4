#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "cardan/constraint/problem.h"

namespace cardan {

/// Dense algebra of a problem, for explanations. A step never computes this algebra. A is made
/// dimensionless: Ã = D A D with D_ii = 1/√A_ii (1 where A_ii is not positive).

/// A linearly dependent row of A: row = Σ coefficient · other.
struct RedundantRow {
  int row = -1;
  std::vector<std::pair<int, double>> others;  ///< (row of the basis, coefficient), largest first
};

/// Pivot of the LDLᵀ of the symmetric part of Ã with diagonal pivoting: the part of the row that is
/// independent of the rows before it, from 0 (none) to 1 (all).
struct RowPivot {
  int row = -1;
  double value = 0;
};

/// A self-stress that opposes the free velocities: λ in the cones of its blocks, λᵀA = 0 (≤ 0 in
/// NONNEGATIVE rows) and bᵀλ < 0. A self-stress of normal impulses proves that the problem has no
/// solution [Farkas]. A self-stress with friction means that the bodies cannot rest; a sliding
/// solution may exist.
struct JamStress {
  std::vector<double> lambda;  ///< (m) its largest entry is 1
  double work = 0;             ///< bᵀλ [m/s], negative
  bool proven = false;         ///< certificate_holds() confirms it
  bool frictional = false;     ///< lambda has tangential parts in blocks of kind CONE
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
  int zero_diagonals = 0;     ///< rows with A_ii = 0
  std::vector<RedundantRow> redundant;
  /// Pivots of at most three independent rows, ascending.
  std::vector<RowPivot> smallest_pivots;
  std::optional<JamStress> jam;
};

/// Larger problems are not analysed, since the cost is that of a dense eigenvalue problem.
inline constexpr int kMaxAnalysedRows = 1000;
/// Row limit of the search for a jam stress.
inline constexpr int kMaxStressRows = 300;

/// Analyses a valid problem. Does not throw.
CARDAN_API ProblemAnalysis analyse(const Problem& problem);

/// Finds a self-stress, preferably one that consists of normal impulses only. Projects −b on the
/// intersection of the cones with the self-stresses [Dykstra 1983]; a nonzero projection opposes b.
CARDAN_API std::optional<JamStress> find_jam_stress(const Problem& problem);

}  // namespace cardan
