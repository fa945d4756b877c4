#include "pivoting.h"

#include <algorithm>
#include <cmath>

namespace cardan::lemke {
namespace {

/// Entries below this fraction of the largest in their column are rounding, not pivots.
constexpr double kPivotTolerance = 1e-11;
/// Ratios that differ by less than this fraction are ties.
constexpr double kTieTolerance = 1e-12;

}  // namespace

int Pivoting::enter_cover() {
  const int n = dictionary_.n();
  int worst = -1;
  double ratio = 0;
  // The row with the least q_i/c_i; of equal ones the last, which (q_i, e_i)/c_i puts lowest.
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

int Pivoting::leaving_row(int entering) const {
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
    // A basic variable is known to about 1e-16 of the largest one.
    if (std::max(dictionary_.value(i), 0.0) / t > least + kTieTolerance * (least + size / t))
      continue;
    if (dictionary_.basic(i) == cover) return i;
    if (best < 0 || lexicographically_before(i, best, column)) best = i;
  }
  return best;
}

bool Pivoting::lexicographically_before(int a, int b, int column) const {
  const double ta = -dictionary_.entry(a, column), tb = -dictionary_.entry(b, column);
  for (int j = 0; j < dictionary_.n(); ++j) {
    const double x = dictionary_.inverse_entry(a, j) / ta, y = dictionary_.inverse_entry(b, j) / tb;
    if (std::fabs(x - y) > kTieTolerance * (std::fabs(x) + std::fabs(y))) return x < y;
  }
  return false;
}

}  // namespace cardan::lemke
