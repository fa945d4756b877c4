#pragma once

#include <vector>

#include "cardan/solver.h"
#include "solvers/block_pivot/basis.h"

namespace cardan::block_pivot {

/// Júdice and Pires' block principal pivoting with Murty's rule as a safeguard
/// (docs/solvers/block_pivot.md).
class BlockPivotSolver final : public sdk::Solver {
 public:
  static const sdk::SolverInfo& info();

  void reserve(const cardan_size& size) override;
  int solve(const sdk::ProblemView& problem, double* lambda, double* u,
            cardan_report& report) override;

 private:
  enum Stage { kAccept = 0, kBlocks = 1, kMurty = 2 };
  enum class Outcome { kSolved, kSingular, kRounding, kLimit };

  static const char* message(Outcome outcome);
  Outcome pivot(const sdk::ProblemView& problem, cardan_report& report);
  /// Fills violated_, present_ and wanted_ from the basis.
  void find_violations();
  /// Undoes an exchange that made the basis singular and instead exchanges a single row, the last
  /// one that gives a regular basis. If the basis of the guess is singular, starts at the bounds.
  /// kSolved: the basis is regular. Each attempted row counts as an iteration.
  Outcome step_back(int limit, cardan_report& report);
  /// Judges the point of the basis and keeps it if it is the best iterate. Returns true if the
  /// tolerance is met.
  bool offer(const sdk::ProblemView& problem, const double* lambda);

  Basis basis_;
  std::vector<double> lambda_, u_, best_lambda_;
  int violated_count_ = 0;
  std::vector<int> violated_;           ///< violated rows, ascending
  std::vector<Side> present_, wanted_;  ///< their current sides, and the sides that satisfy them
  double best_residual_ = 0;
  int worst_block_ = -1;
};

}  // namespace cardan::block_pivot
