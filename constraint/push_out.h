#pragma once

#include <algorithm>
#include <cmath>

#include "constraint/rows/base_problem.h"

namespace cardan {

/// Speed below which a push-out has no visible effect [m/s]: a body at 1 mm/s rises by 5e-8 m.
inline constexpr double kQuietPush = 1e-3;

/// Compliance of the rows of the position problem, as a fraction of the mobility 1/r of their point
/// (BaseProblem::prox_step). However small J is, a violation of d [m] then moves the bodies by no
/// more than d r^(1/2) / (2 kGive^(1/2)) in the norm of M̂ (docs/theory/stabilization.md).
inline constexpr double kGive = 1e-3;

/// True for contacts, limits and ropes, whose first row keeps a gap φ ≥ 0.
inline bool keeps_gap(BaseBlockKind kind) {
  return kind == BaseBlockKind::kContact || kind == BaseBlockKind::kLimit ||
         kind == BaseBlockKind::kRope;
}

/// State of a violated row before the push-out.
struct ViolatedRow {
  double push_out = 0;  ///< push-out speed [m/s]
  double approach = 0;  ///< approach speed, the result of excuse() [m/s]
  double compression =
      0;  ///< S λ of the last step, i.e. the depth by which the row yields, divided by h [m/s]
  double quiet = kQuietPush;  ///< push-out speed that is always permitted [m/s]
};

/// True if the push-out would separate the bodies faster than they approach, which would create
/// kinetic energy from an overlap. A compression held by its impulse does not count as an overlap.
inline bool would_throw(const ViolatedRow& row) {
  return row.push_out > row.quiet + std::abs(row.approach) + row.compression;
}

/// Share of the mobility 1/r of a point (BaseProblem::prox_step) below which its bodies hardly move
/// along a row. The normal of a free convex body has more.
inline constexpr double kStiffShare = 0.1;

/// Returns the push-out speed of a row that is always permitted: kQuietPush, or less for a row
/// along which the bodies hardly move and which turns joints fast. The energy of such a row,
/// ½ u² / A_ii, is that of kQuietPush at the mobility kStiffShare / r.
inline double quiet_push(double A_ii, double r) {
  return kQuietPush * std::sqrt(std::min(A_ii * r / kStiffShare, 1.0));
}

/// Returns the approach speed up to which a push-out is permitted: u_free or, if rows are evaluated
/// at the middle of the step, rest_of_step. At the middle, an approaching body has already
/// completed half of its travel, so only the curvature of its motion counts.
inline double excuse(const ConstraintRules& rules, double u_free, double rest_of_step) {
  return rules.at_middle ? rest_of_step : u_free;
}

/// Returns the speed [m/s, rad/s] at which `baumgarte` removes a violation φ < 0 [m, rad]. Returns
/// 0 if the gap is open and for other kinds of stabilisation.
CARDAN_API double push_out_speed(const ConstraintRules& rules, double gap, double h);

/// Removes the push-out from velocity rows whose bodies it would throw apart. The position problem
/// corrects these rows instead (assemble_push_out). Returns true if there are such rows.
CARDAN_API bool leave_overlaps_to_positions(const ConstraintRules& rules, BaseProblem& base);

/// Assembles the position problem of an island from its velocities (docs/theory/stabilization.md).
/// Its rows are J v_p of the normals, limits and ropes without a force law of their own
/// (NONNEGATIVE) and of the rigid loops (FREE), so that the loops stay closed. There are no rows
/// for friction or motors. If the gap stays open, b = (φ + h J v⁺)/h, from the gap after the step;
/// otherwise, b is the push-out of the stabilisation. Y is that of `base`. v_p changes only q.
///
/// lambda_C, u_C: (m) answer of the velocity problem. Returns false if nothing is violated by more
/// than the tolerance; then v_p = 0 and `out` is not valid.
CARDAN_API bool assemble_push_out(const BaseProblem& base, const Stabilization& stabilization,
                                  const double* lambda_C, const double* u_C, BaseProblem& out);

}  // namespace cardan
