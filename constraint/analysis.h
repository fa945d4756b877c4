#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "cardan/constraint/problem.h"

namespace cardan {

/// Dense algebra of a problem, for explanations: nothing of it runs in a step. A is taken
/// without units: Ã = D A D with D_ii = 1/√A_ii (1 where A_ii is not positive).

/// A row of A that follows from others: row = Σ coefficient · other.
struct RedundantRow {
  int row = -1;
  std::vector<std::pair<int, double>> others;  ///< rows of a basis, those that count most first
};

/// Pivot of the LDLᵀ of the symmetric part of Ã with diagonal pivoting: what of the row is left
/// when those before it are held. 1: all of it, 0: nothing.
struct RowPivot {
  int row = -1;
  double value = 0;
};

/// A self-stress that the free velocities work against: λ in the cones of its blocks, λᵀA = 0 (≤ 0
/// in NONNEGATIVE rows) and bᵀλ < 0. One of normals proves that the problem has no solution
/// [Farkas]; one with friction says that the bodies cannot rest, and a sliding solution may exist.
struct JamStress {
  std::vector<double> lambda;  ///< (m) its largest entry is 1
  double work = 0;             ///< bᵀλ [m/s], negative
  bool proven = false;         ///< certificate_holds
  bool frictional = false;     ///< it has tangential parts in blocks of kind CONE
};

struct ProblemAnalysis {
  /// False: more rows than kMaxAnalysedRows, and only the rows' own numbers below were found.
  bool complete = false;
  int rank = 0;               ///< of Ã
  double largest = 0;         ///< singular value of Ã
  double smallest = 0;        ///< the least that is not zero
  double condition = 0;       ///< of Ã on its range: largest / smallest; 0 without rows
  double asymmetry = 0;       ///< max |Ã − Ãᵀ|
  double diagonal_ratio = 1;  ///< largest A_ii over the smallest positive one
  int zero_diagonals = 0;     ///< rows with A_ii = 0
  std::vector<RedundantRow> redundant;
  std::vector<RowPivot>
      smallest_pivots;  ///< of rows that are not redundant, at most three, ascending
  std::optional<JamStress> jam;
};

inline constexpr int kMaxAnalysedRows = 1000;
/// Row limit of the search for a jam stress.
inline constexpr int kMaxStressRows = 300;

/// Throws nothing. The problem must be valid.
CARDAN_API ProblemAnalysis analyse(const Problem& problem);

/// The self-stress alone, of normals where there is one: projects −b on the intersection of the
/// cones with the self-stresses [Dykstra 1983]; a projection that is not zero works against b.
CARDAN_API std::optional<JamStress> find_jam_stress(const Problem& problem);

}  // namespace cardan
