#pragma once

namespace cardan {

/// The work that one link of the chain, or the ladder of compliance, may spend on one island over
/// all its calls of solvers: passes of a formulation, phases of restitution, impacts, rungs. It is
/// counted in rows times iterations, never in time. The call that passes the bound still runs to
/// the solver's own limits.
class WorkBudget {
 public:
  /// About 2e9 floating-point operations: `conic` takes some 600 for a row and an iteration.
  static constexpr double kMost = 3e6;

  void start() {
    spent_ = 0;
    met_ = false;
  }
  void charge(int rows, int iterations) { spent_ += rows * (1.0 + iterations); }
  /// True once the budget is spent. To be asked before a call that could still improve the answer.
  bool refuses() {
    met_ = met_ || spent_ >= kMost;
    return met_;
  }
  /// Some call was refused.
  bool met() const { return met_; }

 private:
  double spent_ = 0;  ///< rows times iterations; a call counts as one iteration more
  bool met_ = false;
};

}  // namespace cardan
