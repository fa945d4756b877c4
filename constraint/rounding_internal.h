#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "cardan/constraint/rounding.h"

namespace cardan {

/// Unit roundoff, 2⁻⁵³.
inline constexpr double kRoundoff = std::numeric_limits<double>::epsilon() / 2;

/// Share of the tolerance up to which rounding is not looked for.
inline constexpr double kRoundingShare = 0.1;

/// A sum is taken to be off by at most this many times the root of the squares of its operations'
/// errors: certain for 16 operations, and for more where their errors are independent.
inline constexpr double kDeviations = 4;

/// u = A λ + b with sums in extended precision; of this thread, until the next call.
const double* extended_velocity(const cardan_problem& problem, const double* lambda);
const double* extended_velocity(const BaseProblem& base, const double* lambda_C);

/// Bound of rounding_bound from λ, b and the steps, without a product with Y: |Y_i Y_jᵀ|
/// ≤ √(A_ii A_jj), and A_ii ≤ 3/r_i in the rows of a contact. For symmetric problems with the
/// host's own step and weight, and for λ that are in their cones to the tolerance: the others are
/// no answer.
class RoundingScan {
 public:
  /// The arrays begin with the rows of the block.
  void add(int kind, int dim, double mu, const double* lambda, const double* b,
           const double* step) {
    const int impulses = kind == CARDAN_CONE ? 1 : dim;  // friction is a share of the normal
    for (int i = 0; i < impulses; ++i) {
      impulses_ += std::abs(lambda[i]);
      step_ = std::min(step_, step[i]);
    }
    for (int i = 0; i < dim; ++i) bias_ = std::max(bias_, std::abs(b[i]));
    friction_ = std::max(friction_, mu);
  }

  /// False: rounding is below kRoundingShare of the tolerance for certain.
  bool matters(int rows, int cols, double tolerance) const {
    // √3 rows of a block, 3 of A_ii ≤ 3/r, √3 of two operations a term and one more.
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
