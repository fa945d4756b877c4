#pragma once

#include <string>

#include "cardan/core/types.h"
#include "cardan/sim/spec.h"

/// Numbers that a program gives without a scene file, whose reader would have refused them.
namespace cardan {

/// R Rᵀ = 1 to 1e-6 and no mirror; false of numbers that are not finite.
bool is_rotation(const Matrix3& R);

/// Throws Error: a number is not finite or out of its range.
void check_material(const MaterialSpec& material, const std::string& name);

/// Checks materials, their pairs, solvers, sleep and rules of contact; returns the spec.
WorldSpec checked(WorldSpec spec);

}  // namespace cardan
