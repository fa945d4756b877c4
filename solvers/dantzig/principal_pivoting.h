#pragma once

#include <vector>

#include "solvers/common/updated_ldlt.h"

namespace cardan::dantzig {

enum class Outcome { kSolved, kRay, kLimit, kCancelled };

/// Principal pivoting of Dantzig and Cottle (docs/solvers/dantzig.md) for w = A x + b, lo ≤ x ≤ hi,
/// w = 0 inside, w ≥ 0 at lo, w ≤ 0 at hi, where A is symmetric positive semidefinite and has a
/// diagonal of about 1. A basic row has w = 0; every other row keeps its x, usually at a bound.
class PrincipalPivoting {
 public:
  void reserve(int rows);
  /// Prepares a problem of m rows. The caller fills it before run(); A is column-major.
  void resize(int m) { m_ = m; }
  int m() const { return m_; }
  double* A() { return A_.data(); }
  const double* A() const { return A_.data(); }
  std::vector<double>& b() { return b_; }
  const std::vector<double>& b() const { return b_; }
  std::vector<double>& lo() { return lo_; }
  std::vector<double>& hi() { return hi_; }
  /// Start on entry, result on return. Rows strictly inside their bounds start as basic rows.
  std::vector<double>& x() { return x_; }
  const std::vector<double>& w() const { return w_; }
  /// order()[k] is the row that is driven at position k. FREE rows and normal rows, on which other
  /// rows depend, come first.
  std::vector<int>& order() { return order_; }

  bool basic(int row) const { return position_[row] >= 0; }
  /// Index of a basic row in the basis, -1 for other rows.
  int place(int row) const { return position_[row]; }
  int basis_size() const { return ldlt_.size(); }
  int basis_row(int k) const { return rows_[k]; }
  /// After kRay: A ray = 0, wᵀ ray < 0, and x + t ray satisfies all bounds for every t ≥ 0.
  const std::vector<double>& ray() const { return dx_; }

  /// Adds the number of pivots to count, which never exceeds limit.
  template <typename Cancelled>
  Outcome run(int limit, const Cancelled& cancelled, int& count, int& factorizations) {
    Outcome outcome = Outcome::kLimit;
    for (int round = 0; round < kRounds; ++round) {
      if (!refresh(cancelled, factorizations)) return Outcome::kCancelled;
      const int wrong_row = first_wrong_row();
      if (wrong_row < 0) return Outcome::kSolved;
      perturbed_ = false;
      for (int k = 0; k < m_; ++k) {
        outcome = drive(order_[k], limit, cancelled, count);
        if (outcome != Outcome::kSolved) break;
      }
      restore_b();
      if (outcome != Outcome::kSolved) break;
    }
    if (outcome != Outcome::kRay && !refresh(cancelled, factorizations)) {
      return Outcome::kCancelled;
    }
    return outcome == Outcome::kSolved ? Outcome::kLimit : outcome;
  }

 private:
  static constexpr int kRounds = 4;  ///< later rounds only remove rounding errors
  enum class Block { kNothing, kOwnVelocity, kOwnBound, kBasicRow, kOtherRow };
  struct Step {
    double length = 0;
    Block block = Block::kNothing;
    int row = -1;
    bool at_upper = false;
  };

  /// Drives row i until w_i = 0 or x_i is at the bound that matches the sign of w_i.
  template <typename Cancelled>
  Outcome drive(int i, int limit, const Cancelled& cancelled, int& count) {
    if (basic(i)) return Outcome::kSolved;
    int idle = 0;
    while (true) {
      const int direction = wrong(i);
      if (direction == 0) return Outcome::kSolved;
      if (count >= limit) return Outcome::kLimit;
      if (cancelled()) return Outcome::kCancelled;
      ++count;
      const bool null = compute_direction(i, direction);
      const Step step = longest_step(i, direction, null);
      if (step.block == Block::kNothing) return Outcome::kRay;
      apply(i, direction, null, step);
      idle = step.length > 0 ? 0 : idle + 1;
      if (idle > 2 * m_ + 10) {
        if (perturbed_) return Outcome::kLimit;
        perturb();
        idle = 0;
      }
      if (step.block == Block::kOwnVelocity) return Outcome::kSolved;
    }
  }

  /// Computes the factor of the basic rows, x and w from the partition; does not clip basic rows
  /// beyond a bound. Returns false if cancelled; x is then within its bounds, and all else is
  /// undefined.
  template <typename Cancelled>
  bool refresh(const Cancelled& cancelled, int& factorizations) {
    choose_partition();
    do {
      if (cancelled()) return false;
      factor();
      ++factorizations;
      solve_basic_rows();
    } while (drop_rows_beyond_bounds());
    settle_w();
    return true;
  }
  /// Makes rows strictly inside their bounds basic.
  void choose_partition();
  /// Computes w of x and its rounding errors; both are zero in basic rows.
  void settle_w();
  void factor();
  void solve_basic_rows();
  bool drop_rows_beyond_bounds();
  void compute_w();
  /// Sign of the change of x_i that satisfies row i; 0 if it is satisfied.
  int wrong(int i) const;
  int first_wrong_row() const;
  /// dx, dw for a unit change of x_i. True if dx is a null vector of A (dw = 0).
  bool compute_direction(int i, int direction);
  Step longest_step(int i, int direction, bool null) const;
  void limit_by_basic_rows(Step& step) const;
  void limit_by_other_rows(int i, Step& step) const;
  void apply(int i, int direction, bool null, const Step& step);
  bool enter(int i);
  void leave(int i);
  void perturb();
  void restore_b();

  int m_ = 0;
  std::vector<double> A_, b_, lo_, hi_, x_, w_, dx_, dw_, column_, exact_b_;
  std::vector<int> order_, rows_,
      position_;  ///< rows_: the basis; position_: index in the basis, or -1
  std::vector<char> start_basic_;
  solvers::UpdatedLdlt ldlt_;
  double rounding_ = 0;
  bool perturbed_ = false;
};

}  // namespace cardan::dantzig
