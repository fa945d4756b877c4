#pragma once

#include "cardan/constraint/base_problem.h"

namespace cardan {

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
