#pragma once

#include <vector>

#include "basis.h"
#include "cardan/sdk/solver.h"

namespace cardan::block_pivot {

/// Júdice and Pires' block principal pivoting with Murty's rule as safeguard
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
  /// After an exchange that made the basis singular: undoes it and exchanges one row alone, the
  /// last whose basis is regular. Where the basis of the guess is singular: starts at the bounds.
  /// kSolved: the basis is regular now. Each row tried is an iteration.
  Outcome step_back(int limit, cardan_report& report);
  /// Judges the point of the basis and keeps it if it is the best so far. True at the tolerance.
  bool offer(const sdk::ProblemView& problem, const double* lambda);

  Basis basis_;
  std::vector<double> lambda_, u_, best_lambda_;
  int violated_count_ = 0;
  std::vector<int> violated_;           ///< rows on the wrong side, ascending
  std::vector<Side> present_, wanted_;  ///< where they stand, and the side that ends it
  double best_residual_ = 0;
  int worst_block_ = -1, reserved_ = 0;
};

}  // namespace cardan::block_pivot
