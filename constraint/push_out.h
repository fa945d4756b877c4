#pragma once

#include <cmath>

#include "cardan/constraint/base_problem.h"

namespace cardan {

/// A push-out by less than this throws nothing anybody could see: a body at 1 mm/s rises by 5e-8 m
/// [m/s].
inline constexpr double kQuietPush = 1e-3;

/// Contacts, limits and ropes: their first row keeps a gap φ ≥ 0.
inline bool keeps_gap(BaseBlockKind kind) {
  return kind == BaseBlockKind::kContact || kind == BaseBlockKind::kLimit ||
         kind == BaseBlockKind::kRope;
}

/// A violated row as the push-out finds it.
struct PushedRow {
  double push_out = 0;  ///< [m/s]
  double u_free = 0;    ///< without impulses [m/s]
  double compression =
      0;  ///< S λ of the last step: the depth over h by which the row gives way [m/s]
};

/// True where the push-out would leave the bodies faster than they meet: it would make kinetic
/// energy out of an overlap. A compression is none: its impulse holds it.
inline bool would_throw(const PushedRow& row) {
  return row.push_out > kQuietPush + std::abs(row.u_free) + row.compression;
}

/// The speed at which `baumgarte` pushes a gap φ [m, rad] back; 0 where it is open, and with other
/// kinds of stabilisation [m/s, rad/s].
CARDAN_API double push_out_speed(const ConstraintRules& rules, double gap, double h);

/// Takes the push-out out of the velocity rows that it would throw apart: positions take it over
/// (assemble_push_out). Returns true if there are such rows.
CARDAN_API bool leave_overlaps_to_positions(const ConstraintRules& rules, BaseProblem& base);

/// The position problem of an island after its velocities are known (docs/theory/stabilization.md):
/// J v_p of the normals, limits and ropes that are not elastic by themselves, NONNEGATIVE, with
/// b = (φ + h J v⁺)/h, the gap after the step, where it stays open, and the push-out of the
/// stabilisation where it is violated; rigid loops FREE, so that they stay as they are. No
/// friction, no servos. The same Y as in `base`; v_p moves q alone.
///
/// lambda_C, u_C: (m) the answer of the velocity problem. Returns false if nothing is violated by
/// more than the tolerance, v_p = 0 then being the answer; out is then not to be used.
CARDAN_API bool assemble_push_out(const BaseProblem& base, const Stabilization& stabilization,
                                  const double* lambda_C, const double* u_C, BaseProblem& out);

}  // namespace cardan
