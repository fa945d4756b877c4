#pragma once

#include "constraint/rows/base_rows.h"

/// Laws of springs over one step whose dampers act at the velocity β J v⁺ + (1 − β) J v: β = 1 is
/// an implicit damper, β = 1/2 one at the mean velocity of the step.
namespace cardan {

/// Motion of a row that keeps a gap, as far as it is known before the step is solved.
struct GapMotion {
  double gap = 0;     ///< φ at the time of the rows [m, rad]
  double before = 0;  ///< u⁻ = J v before the step [m/s, rad/s]
  double free = 0;    ///< J v⁺ without the impulses of the step [m/s, rad/s]
  double Y_ii = 0;    ///< J M̂⁻¹ Jᵀ
};

/// Discretises the law of a row whose spring and damper act only while φ < 0
/// (docs/theory/robot-rows.md#one-sided-springs). The row is the tangent of the law at the velocity
/// that this row alone would give: exact for a row without neighbours, and with an error in λ of
/// second order in what the neighbours change. CFM and ERP mean implicit Euler.
GapLaw discretize_one_sided(const Compliance& law, const GapMotion& motion, double h,
                            double damper_share);

/// β of the dampers of rows: they act at v⁺, or in the middle of the step.
inline double damper_share(const ConstraintRules& rules) { return rules.at_middle ? 0.5 : 1; }

/// Returns the law that keeps a gap ≥ 0: that of the row's own spring over the step, or
/// RowInputs::gap_law.
GapLaw gap_law(const RowInputs& inputs, const GapMotion& motion, const Compliance& own);

}  // namespace cardan
