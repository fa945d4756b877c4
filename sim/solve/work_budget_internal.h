#pragma once

#include <algorithm>

namespace cardan {

/// Bound on the work for one island, over all calls of solvers: links of the chain, passes of a
/// formulation, phases of restitution, impacts and rungs of the ladder. Work is counted in products
/// with A and in factorisations, and never in time. Both cost less in a smaller island, so the
/// bound shrinks with it. The call that exceeds the bound still runs to the solver's own limits.
class WorkBudget {
 public:
  /// Most products with A: one for each iteration and one for each call.
  static constexpr double kMostProducts = 20000;
  /// Most rows times products, for large islands.
  static constexpr double kMostRowProducts = 3e6;
  static constexpr double kMostFactorizations = 2000;

  /// Starts the work for an island with this number of rows.
  void start(int rows) {
    most_products_ = std::min(kMostProducts, kMostRowProducts / std::max(rows, 1));
    products_ = factorizations_ = 0;
    refused_ = false;
  }
  /// Forgets the refusals, at the start of another link or of the ladder.
  void forget_refusal() { refused_ = false; }
  void charge(int iterations, int factorizations) {
    products_ += 1.0 + iterations;
    factorizations_ += factorizations;
  }
  bool spent() const {
    return products_ >= most_products_ || factorizations_ >= kMostFactorizations;
  }
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
  double most_products_ = kMostProducts, products_ = 0, factorizations_ = 0;
  bool refused_ = false;
};

}  // namespace cardan
