#pragma once

#include <string>

#include "cardan/export.h"
#include "cardan/problem.h"

namespace cardan {

/// Step r and weight w of one row in the residual (docs/theory/problem-form.md, section 2). The
/// formulations, the readers of problem files and the check of such files use these functions.
struct RowScale {
  double prox_step = 1, weight = 1;
};

/// Returns the scale of a row whose u is a velocity. prox_step: 1/mean diagonal of its block of A.
inline RowScale velocity_row(double prox_step) { return {prox_step, 1 / prox_step}; }

/// Returns the scale of a slack row, whose λ is a velocity and whose u is an impulse. prox_step:
/// the step of the velocity rows of its contact. coupling: factor of λ in these rows (1, or h).
inline RowScale slack_row(double prox_step, double coupling) {
  return {1 / (prox_step * coupling * coupling), coupling};
}

/// Returns the scale of a row of the mixed form, whose λ is a velocity of a tree.
inline RowScale inertia_row(double M_ii) { return {1 / M_ii, 1}; }

/// True if no block is a contact and A is given as a matrix alone (an LCP or MLCP): the residual of
/// such a problem has the unit of its b.
CARDAN_API bool has_own_unit(const Problem& problem);

/// Sets the steps and weights of all rows from blocks, Y and S.
CARDAN_API void set_row_scales(Problem& problem);

/// Throws an Error that names the row and `where` unless every step and weight is that of the host
/// up to the factors in docs/problem-files.md. The problem must pass validate().
CARDAN_API void check_row_scales(const Problem& problem, const std::string& where);

}  // namespace cardan
