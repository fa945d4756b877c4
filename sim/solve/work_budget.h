#pragma once

#include <algorithm>

namespace cardan {

/// Bound on the work for one island, over all calls of solvers: links of the chain, passes of a
/// formulation, phases of restitution, impacts and rungs of the ladder. Work is counted in products
/// with A and in factorisations, and never in time. Both cost less in a smaller island, so the
/// bound shrinks with it. A call may exceed the bound if another link ran before it, or if it takes
/// more than all calls of its link since then.
class WorkBudget {
 public:
  /// Most products with A: one for each iteration and one for each call.
  static constexpr double kMostProducts = 20000;
  /// Most rows times products, for large islands.
  static constexpr double kMostRowProducts = 3e6;
  static constexpr double kMostFactorizations = 2000;
  /// Iterations that a call may take when the bound is spent.
  static constexpr int kLeastIterations = 500;

  /// Starts the work for an island with this number of rows.
  void start(int rows) {
    most_products_ = std::min(kMostProducts, kMostRowProducts / std::max(rows, 1));
    products_ = factorizations_ = 0;
    refused_ = false;
    link_ = -1;
  }
  /// Forgets the refusals, at the start of another link or of the ladder.
  void forget_refusal() { refused_ = false; }
  /// Most iterations of the next call of a link, each with at most one factorisation. 0: the
  /// solver's own limits, if no call has shown that these exceed what is left.
  int most_iterations(int link) const {
    if (link != link_) return 0;
    const double products_left = most_products_ - products_;
    const double factorizations_left = kMostFactorizations - factorizations_;
    double most = most_iterations_;
    if (products_left < most_iterations_) most = products_left;
    if (factorizations_left < most_factorizations_) most = std::min(most, factorizations_left);
    if (most == most_iterations_) return 0;
    return static_cast<int>(std::min(std::max(most, double{kLeastIterations}), most_iterations_));
  }
  /// Adds the work of a call of a link.
  void charge(int link, int iterations, int factorizations) {
    products_ += 1.0 + iterations;
    factorizations_ += factorizations;
    if (link != link_) most_iterations_ = most_factorizations_ = 0;
    link_ = link;
    most_iterations_ = std::max<double>(most_iterations_, iterations);
    most_factorizations_ = std::max<double>(most_factorizations_, factorizations);
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
  int link_ = -1;                                         // of the last call
  double most_iterations_ = 0, most_factorizations_ = 0;  // of one call of this link
};

}  // namespace cardan
