#pragma once

#include "dictionary.h"

namespace cardan::lemke {

enum class Outcome { kSolved, kRay, kLimit, kCancelled };

/// Complementary pivoting [Lemke 1965; Cottle, Pang & Stone 1992, Alg. 4.4.5] with the
/// lexicographic ratio test, which cannot cycle. Starts on a fresh dictionary (all w basic).
class Pivoting {
 public:
  explicit Pivoting(Dictionary& dictionary) : dictionary_(dictionary) {}

  /// count is raised by the pivots done; cancelled() is asked at each.
  template <typename Cancelled>
  Outcome run(int limit, const Cancelled& cancelled, int& count) {
    int entering = enter_cover();
    if (entering < 0) return Outcome::kSolved;
    ++count;
    for (int k = 1; k < limit; ++k) {
      if (cancelled()) return Outcome::kCancelled;
      const int row = leaving_row(entering);
      if (row < 0) return Outcome::kRay;
      const int leaving = dictionary_.basic(row);
      dictionary_.pivot(row, dictionary_.column_of(entering));
      ++count;
      if (leaving == 2 * dictionary_.n()) return Outcome::kSolved;
      entering = complement(leaving);
    }
    return Outcome::kLimit;
  }

  int complement(int variable) const {
    const int n = dictionary_.n();
    return variable < n ? variable + n : variable - n;
  }

 private:
  /// z₀ takes the place of the w that needs it most. Returns the next variable to enter, -1 if q ≥
  /// 0.
  int enter_cover();
  /// Row whose basic variable first falls to zero as `entering` grows; -1: none (a ray).
  int leaving_row(int entering) const;
  /// True if row a leaves before row b at an equal ratio: lexicographic order of B⁻¹ rows over
  /// pivots.
  bool lexicographically_before(int a, int b, int column) const;

  Dictionary& dictionary_;
};

}  // namespace cardan::lemke
