#pragma once

#include <algorithm>
#include <cmath>

#include "solvers/common/dictionary.h"

namespace cardan::solvers {

enum class Outcome { kSolved, kRay, kLimit, kCancelled };

/// Complementary pivoting [Lemke 1965; Cottle, Pang & Stone 1992, Alg. 4.4.5] with the
/// lexicographic ratio test, which cannot cycle. Starts from a new dictionary (all w basic).
class Pivoting {
 public:
  explicit Pivoting(Dictionary& dictionary) : dictionary_(dictionary) {}

  /// Adds the number of pivots to count; calls cancelled() at each pivot.
  template <typename Cancelled>
  Outcome run(int limit, const Cancelled& cancelled, int& count) {
    int entering = enter_cover();
    if (entering < 0) return Outcome::kSolved;
    ++count;
    for (int k = 1; k < limit; ++k) {
      if (cancelled()) return Outcome::kCancelled;
      const int row = leaving_row(entering);
      if (row < 0) {
        ray_ = entering;
        return Outcome::kRay;
      }
      const int leaving = dictionary_.basic(row);
      dictionary_.pivot(row, dictionary_.column_of(entering));
      ++count;
      if (leaving == 2 * dictionary_.n()) return Outcome::kSolved;
      entering = complement(leaving);
    }
    return Outcome::kLimit;
  }

  /// After kRay: the variable that can grow without bound. Its column of the dictionary is the
  /// direction of the basic variables.
  int ray() const { return ray_; }

  int complement(int variable) const {
    const int n = dictionary_.n();
    return variable < n ? variable + n : variable - n;
  }

 private:
  /// Entries below this fraction of the largest in their column are treated as rounding errors.
  static constexpr double kPivotTolerance = 1e-11;
  /// Ratios that differ by less than this fraction are treated as ties.
  static constexpr double kTieTolerance = 1e-12;

  /// Exchanges z₀ with the basic variable w_i that has the smallest q_i/c_i. Returns the next
  /// variable to enter, or -1 if q ≥ 0.
  int enter_cover();
  /// Row whose basic variable first falls to zero as `entering` grows; -1: none (a ray).
  int leaving_row(int entering) const;
  /// True if row a leaves before row b at equal ratios: lexicographic order of the rows of B⁻¹
  /// divided by their pivots.
  bool lexicographically_before(int a, int b, int column) const;

  Dictionary& dictionary_;
  int ray_ = -1;
};

inline int Pivoting::enter_cover() {
  const int n = dictionary_.n();
  int worst = -1;
  double ratio = 0;
  // The row with the smallest q_i/c_i. If several are equal, the last one, which has the smallest
  // (q_i, e_i)/c_i.
  for (int i = 0; i < n; ++i) {
    const double r = dictionary_.value(i) / dictionary_.entry(i, n);
    if (r < 0 && (worst < 0 || r <= ratio)) {
      worst = i;
      ratio = r;
    }
  }
  if (worst < 0) return -1;
  const int leaving = dictionary_.basic(worst);
  dictionary_.pivot(worst, n);
  return complement(leaving);
}

inline int Pivoting::leaving_row(int entering) const {
  const int n = dictionary_.n(), column = dictionary_.column_of(entering), cover = 2 * n;
  double largest = 0;
  for (int i = 0; i < n; ++i) {
    largest = std::max(largest, std::fabs(dictionary_.entry(i, column)));
  }
  const double threshold = kPivotTolerance * largest;
  double least = HUGE_VAL, size = 0;
  for (int i = 0; i < n; ++i) {
    const double t = -dictionary_.entry(i, column);
    if (t > threshold) least = std::min(least, std::max(dictionary_.value(i), 0.0) / t);
    size = std::max(size, std::fabs(dictionary_.value(i)));
  }
  if (least == HUGE_VAL) return -1;
  int best = -1;
  for (int i = 0; i < n; ++i) {
    const double t = -dictionary_.entry(i, column);
    if (t <= threshold) continue;
    // A basic variable has an error of about 1e-16 of the largest one.
    if (std::max(dictionary_.value(i), 0.0) / t > least + kTieTolerance * (least + size / t))
      continue;
    if (dictionary_.basic(i) == cover) return i;
    if (best < 0 || lexicographically_before(i, best, column)) best = i;
  }
  return best;
}

inline bool Pivoting::lexicographically_before(int a, int b, int column) const {
  const double ta = -dictionary_.entry(a, column), tb = -dictionary_.entry(b, column);
  for (int j = 0; j < dictionary_.n(); ++j) {
    const double x = dictionary_.inverse_entry(a, j) / ta, y = dictionary_.inverse_entry(b, j) / tb;
    if (std::fabs(x - y) > kTieTolerance * (std::fabs(x) + std::fabs(y))) return x < y;
  }
  return false;
}

}  // namespace cardan::solvers
