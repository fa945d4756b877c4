#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/problem.h"
#include "constraint/rows/base_problem.h"

namespace cardan {

/// Rounding errors in a residual. u = b + Y (Yᵀ λ) + S λ is summed in double precision, where every
/// product and partial sum has a relative error of up to 2⁻⁵³ [Higham 2002, sec. 3.3].

/// Returns a bound on the rounding error of the residual, the largest one over the blocks [m/s]. u
/// = A λ + b must be given.
CARDAN_API double rounding_bound(const cardan_problem& problem, const double* lambda,
                                 const double* u);

/// Returns a bound on the rounding error of the residual of λ_C under the exact law of the base
/// [m/s].
CARDAN_API double rounding_bound(const BaseProblem& base, const double* lambda_C,
                                 const double* u_C);

/// Unit roundoff, 2⁻⁵³.
inline constexpr double kRoundoff = std::numeric_limits<double>::epsilon() / 2;

/// Rounding below this fraction of the tolerance is not examined.
inline constexpr double kRoundingShare = 0.1;

/// The error of a sum is assumed to be at most this number times the root of the sum of the squared
/// errors of its operations. The bound is certain for up to 16 operations. It is valid for more
/// operations if their errors are independent.
inline constexpr double kDeviations = 4;

/// Computes u = A λ + b with sums in extended precision. The result is stored per thread and is
/// valid until the next call.
const double* extended_velocity(const cardan_problem& problem, const double* lambda);
const double* extended_velocity(const BaseProblem& base, const double* lambda_C);

/// Upper bound of rounding_bound, computed from λ, b and the steps r without products with Y. It
/// uses |Y_i Y_jᵀ| ≤ √(A_ii A_jj), and A_ii ≤ 3/r_i in the rows of a contact. The bound is valid
/// for symmetric problems with the host's own steps and weights, and for λ within the cones up to
/// the tolerance.
class RoundingScan {
 public:
  /// Adds a block. The arrays start at the rows of the block.
  void add(int kind, int dim, double mu, const double* lambda, const double* b,
           const double* prox_step) {
    const int impulses =
        kind == CARDAN_CONE ? 1 : dim;  // friction is bounded by the normal impulse
    for (int i = 0; i < impulses; ++i) {
      impulses_ += std::abs(lambda[i]);
      step_ = std::min(step_, prox_step[i]);
    }
    for (int i = 0; i < dim; ++i) bias_ = std::max(bias_, std::abs(b[i]));
    friction_ = std::max(friction_, mu);
  }

  /// False if the rounding error is certainly below kRoundingShare of the tolerance.
  bool matters(int rows, int cols, double tolerance) const {
    // √3 from the rows of a block, 3 from A_ii ≤ 3/r, √3 from two operations per term and one more.
    constexpr double kBlock = 9 * kDeviations;
    const double factor = 1 + 1.5 * friction_;
    const double bound = kBlock * factor * std::sqrt(static_cast<double>(rows + cols)) * kRoundoff *
                         (factor * impulses_ / step_ + bias_);
    return !(bound <= kRoundingShare * tolerance) && impulses_ > 0;
  }

 private:
  double impulses_ = 0, bias_ = 0, friction_ = 0;
  double step_ = std::numeric_limits<double>::infinity();
};

}  // namespace cardan
