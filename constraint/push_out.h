#pragma once

#include <cmath>

#include "cardan/constraint/rows/base_problem.h"

namespace cardan {

/// A push-out slower than this has no visible effect: a body at 1 mm/s rises by 5e-8 m [m/s].
inline constexpr double kQuietPush = 1e-3;

/// True for contacts, limits and ropes: their first row keeps a gap φ ≥ 0.
inline bool keeps_gap(BaseBlockKind kind) {
  return kind == BaseBlockKind::kContact || kind == BaseBlockKind::kLimit ||
         kind == BaseBlockKind::kRope;
}

/// State of a violated row before the push-out.
struct ViolatedRow {
  double push_out = 0;     ///< [m/s]
  double approach = 0;     ///< excuse() [m/s]
  double compression = 0;  ///< S λ of the last step: depth by which the row yields, over h [m/s]
};

/// True if the push-out would separate the bodies faster than they approach, which would create
/// kinetic energy from an overlap. A compression held by its impulse does not count as an overlap.
inline bool would_throw(const ViolatedRow& row) {
  return row.push_out > kQuietPush + std::abs(row.approach) + row.compression;
}

/// Approach speed up to which a push-out is permitted: u_free. In the middle of a step, an arriving
/// body has already moved on by half of its travel, so only the curvature of its motion counts.
inline double excuse(const ConstraintRules& rules, double u_free, double rest_of_step) {
  return rules.at_middle ? rest_of_step : u_free;
}

/// Speed at which `baumgarte` closes a violation φ < 0 [m, rad]; 0 if the gap is open and for other
/// kinds of stabilisation [m/s, rad/s].
CARDAN_API double push_out_speed(const ConstraintRules& rules, double gap, double h);

/// Removes the push-out from velocity rows whose bodies it would throw apart; the position problem
/// corrects them instead (assemble_push_out). Returns true if there are such rows.
CARDAN_API bool leave_overlaps_to_positions(const ConstraintRules& rules, BaseProblem& base);

/// Assembles the position problem of an island from its velocities (docs/theory/stabilization.md).
/// The rows of this problem are J v_p of the normals, limits and ropes without a force law of their
/// own (NONNEGATIVE), and of the rigid loops (FREE), so that the loops stay closed. If the gap
/// stays open, b = (φ + h J v⁺)/h, from the gap after the step; otherwise b is the push-out of the
/// stabilisation. There are no rows for friction or motors. Y is that of `base`; v_p changes q
/// only.
///
/// lambda_C, u_C: (m) answer of the velocity problem. Returns false if nothing is violated by more
/// than the tolerance; then v_p = 0 and out is not valid.
CARDAN_API bool assemble_push_out(const BaseProblem& base, const Stabilization& stabilization,
                                  const double* lambda_C, const double* u_C, BaseProblem& out);

}  // namespace cardan
