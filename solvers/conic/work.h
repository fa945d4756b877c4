#pragma once

#include <algorithm>
#include <cmath>

#include "cardan/sdk/problem_view.h"

/// Estimates of work in floating-point operations, from sizes alone.
namespace cardan::conic {

inline double entries_of_Y(const sdk::ProblemView& problem) {
  return problem.cols() > 0 ? problem.raw().Y.start[problem.m()] : 0;
}

/// A product with Y and one with Y^T, and the sets of all blocks.
inline double product_work(const sdk::ProblemView& problem) {
  return 4 * entries_of_Y(problem) + 20.0 * problem.m();
}

/// A product and the local problems of a sweep.
inline double sweep_work(const sdk::ProblemView& problem) {
  return product_work(problem) + 80.0 * problem.m();
}

/// Cost of an operation in a dense kernel, which runs some four times as fast as other code.
inline constexpr double kDense = 0.25;

inline double lu_work(double n) { return kDense * 2 / 3 * n * n * n; }

/// Share of max_work for a problem of `rows` rows. Small problems get all of it. The next step
/// continues to solve a large pile, and a fifth keeps its step near a tenth of a second.
inline double share_of_work(int rows) {
  constexpr double kWhole = 500, kLeast = 0.2;
  return rows <= kWhole ? 1.0 : std::max(kWhole / rows, kLeast);
}

}  // namespace cardan::conic
