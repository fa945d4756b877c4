#pragma once

#include "cardan/core/export.h"
#include "cardan/core/types.h"

namespace cardan {

/// The defect of a rotational inertia about the centre of mass [kg m²]: "is not positive",
/// "breaks the triangle inequality", "is not symmetric …", or null for one that a rigid body has.
/// Defects of up to 0.1 % of the largest principal moment are the rounding of files and none.
/// moments: its principal moments, ascending.
CARDAN_API const char* inertia_defect(const Matrix3& inertia, Vector3& moments);

/// The inertia nearest to the symmetric part of a given one, in the Frobenius norm, that a rigid
/// body has with a margin: principal moments A ≤ B ≤ C with A + B − C ≥ 2e-6 max|moment given|,
/// hence positive. The principal axes stay. [Higham 1988: of matrices with given axes the
/// projection is that of the eigenvalues; the moments of bodies are the cone of (1 1 0), (1 0 1),
/// (0 1 1)]
CARDAN_API Matrix3 nearest_possible_inertia(const Matrix3& inertia);

}  // namespace cardan
