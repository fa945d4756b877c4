#pragma once

#include "solvers/conic/bodies/body_form.h"

namespace cardan::conic {

/// The map of a unit and its linearisation A δλ + B δu = −f, in units of impulses. A, B: rows ×
/// rows, row-major.
struct LinearUnit {
  double f[kMostUnitRows];
  double A[kMostUnitRows * kMostUnitRows], B[kMostUnitRows * kMostUnitRows];
};

/// Alart and Curnier's map [1991], whose roots are the solutions. With p = λ − r u row by row, it
/// is
///   λ_n − max(p_n, 0) for normal rows,
///   λ_t − P(p_t) for tangents, where P projects onto the disc of radius μ max(p_n, 0),
///   λ − P(p) for rows with bounds and for CONE_CONVEX.
/// Here, r is 1/W_nn for normals, 1/max W_tt for tangents and 1/W_ii for other rows. lambda, u: the
/// rows of the unit.
void linearise(const sdk::ProblemView& problem, const Blocks& blocks, const BodyForm& form,
               const Unit& unit, const double* lambda, const double* u, LinearUnit& linear);

/// G := (A + B D)⁻¹ B and g := −(A + B D)⁻¹ f with D of rows × rows numbers. False if singular.
bool eliminate(const LinearUnit& linear, int rows, const double* D, double* G, double* g);

}  // namespace cardan::conic
