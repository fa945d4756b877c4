#pragma once

#include <span>
#include <vector>

#include "constraint/rows/base_problem.h"

namespace cardan {

/// One row of the cone of a contact: T(base_row, row) = scale.
struct ConeRow {
  int base_row = 0;
  double scale = 1;
};

/// Combines the rows of each contact into one cone ‖λ_t‖ ≤ μ λ_n of up to six rows: n, t1, t2, then
/// torsion times μ_τ/μ and rolling times μ_r/μ. The scaling gives all rows the units N s and m/s.
/// The combined law is the ellipsoid (|λ_t|/μ)² + (λ_τ/μ_τ)² + (|λ_r|/μ_r)² ≤ λ_n². A contact with
/// μ = 0 has no torsion or rolling friction in this form.
class JointCones {
 public:
  void collect(const BaseProblem& base);
  std::span<const ConeRow> rows(int contact) const {
    return {rows_.data() + start_[contact],
            static_cast<std::size_t>(start_[contact + 1] - start_[contact])};
  }

 private:
  std::vector<ConeRow> rows_;
  std::vector<int> start_;
};

/// Returns the step of the natural map for a cone: the reciprocal of the mean diagonal of its rows.
/// The projection onto a cone needs a common step for all rows.
double cone_prox_step(const BaseProblem& base, std::span<const ConeRow> rows);

}  // namespace cardan
