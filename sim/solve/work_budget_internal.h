#pragma once

namespace cardan {

/// Bound on the work that one link of the chain, or the compliance ladder, may spend on one island.
/// The bound covers all calls of solvers: passes of a formulation, phases of restitution, impacts
/// and rungs. Work is counted in rows times iterations and never in time. The call that exceeds the
/// bound still runs to the solver's own limits.
class WorkBudget {
 public:
  /// The budget [rows × iterations]. It corresponds to about 2e9 floating-point operations, since
  /// `conic` needs about 600 operations per row and iteration.
  static constexpr double kMost = 3e6;

  void start() {
    used_ = 0;
    refused_ = false;
  }
  void charge(int rows, int iterations) { used_ += rows * (1.0 + iterations); }
  bool spent() const { return used_ >= kMost; }
  /// Records that a call was skipped because the budget is spent.
  void note_refusal() { refused_ = true; }
  /// Must be called before a solve that only improves the answer. If the budget is spent, returns
  /// true and records the refusal.
  bool refuses() {
    if (spent()) note_refusal();
    return refused_;
  }
  /// True if a call was skipped.
  bool has_refused() const { return refused_; }

 private:
  double used_ = 0;  ///< rows times iterations; each call counts as one additional iteration
  bool refused_ = false;
};

}  // namespace cardan
