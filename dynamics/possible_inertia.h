#pragma once

#include "cardan/core/export.h"
#include "cardan/core/types.h"

namespace cardan {

/// The defect of a rotational inertia about the centre of mass [kg m²]: "is not positive", "breaks
/// the triangle inequality", "is not symmetric …"; null if a rigid body can have this inertia.
/// Deviations of up to 0.1 % of the largest principal moment are accepted as rounding errors of
/// files. moments: the principal moments, ascending (output).
CARDAN_API const char* inertia_defect(const Matrix3& inertia, Vector3& moments);

/// The physically possible inertia nearest to the symmetric part of the given one, in the Frobenius
/// norm, with a margin: principal moments A ≤ B ≤ C with A + B − C ≥ 2e-6 max|given moment|, hence
/// positive. The principal axes are unchanged. [Higham 1988: for matrices with given axes, the
/// projection is that of the eigenvalues; the moments of bodies form the cone of (1 1 0), (1 0 1),
/// (0 1 1)]
CARDAN_API Matrix3 nearest_possible_inertia(const Matrix3& inertia);

}  // namespace cardan
