#pragma once

#include <string>

#include "cardan/spatial.h"
#include "cardan/world_spec.h"

/// Checks of the numbers in specs that come from a program instead of a scene file. The scene
/// reader has its own checks.
namespace cardan {

/// True if R Rᵀ = 1 to within 1e-6 and det R > 0. False for non-finite numbers.
bool is_rotation(const Matrix3& R);

/// Throws Error if a number is not finite or out of range.
void check_material(const MaterialSpec& material, const std::string& name);

/// Checks the materials and their pairs. Throws Error if a pair is listed twice.
void check_materials(const MaterialTable& table);
[[noreturn]] void fail_double_pair(const MaterialPair& pair);

/// Checks the materials, their pairs, the solvers, sleep and the contact rules, and returns the
/// spec.
WorldSpec checked(WorldSpec spec);

}  // namespace cardan
