#pragma once

#include <span>
#include <vector>

#include "cardan/constraint/base_problem.h"

namespace cardan {

/// One row of a contact's cone: T(base_row, row) = scale.
struct ConeRow {
  int base_row = 0;
  double scale = 1;
};

/// The rows of each contact as one cone ‖λ_t‖ ≤ μ λ_n of up to six rows: n, t1, t2, then torsion
/// times μ_τ/μ and rolling times μ_r/μ, which makes every row N s and m/s and the joint law
/// (|λ_t|/μ)² + (λ_τ/μ_τ)² + (|λ_r|/μ_r)² ≤ λ_n² an ellipsoid. A contact with μ = 0 has no other
/// friction in this form.
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

/// 1/mean diagonal of the rows: what a projection on the cone needs is one step for all of them.
double cone_step(const BaseProblem& base, std::span<const ConeRow> rows);

}  // namespace cardan
