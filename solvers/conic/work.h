#pragma once

#include <algorithm>
#include <cmath>

#include "cardan/problem_view.h"

/// Estimates of work in floating-point operations, from sizes alone.
namespace cardan::conic {

inline double entries_of_Y(const sdk::ProblemView& problem) {
  return problem.cols() > 0 ? problem.raw().Y.start[problem.m()] : 0;
}

/// Work of one product with Y and one with Yᵀ, and of the projections of all blocks.
inline double product_work(const sdk::ProblemView& problem) {
  return 4 * entries_of_Y(problem) + 20.0 * problem.m();
}

/// Work of a product and of the local problems of a sweep.
inline double sweep_work(const sdk::ProblemView& problem) {
  return product_work(problem) + 80.0 * problem.m();
}

/// Cost of an operation in a dense kernel, which runs about four times as fast as other code.
inline constexpr double kDense = 0.25;

/// Cost of an operation in the stages over bodies, averaged over the kernels and the sweeps between
/// them: on 300 spheres, an operation takes 0.05 ns in these stages and 0.35 ns in the others.
inline constexpr double kBodies = 0.15;

inline double lu_work(double n) { return kDense * 2 / 3 * n * n * n; }

}  // namespace cardan::conic
