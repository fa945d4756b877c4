#pragma once

#include <string_view>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// Returns the entry of a solver's parameter table for an option, or null if there is none. For one
/// version after a renaming, an option can also be found by its old name (CHANGELOG.md).
CARDAN_API const cardan_param* find_option(const cardan_solver_desc& solver, std::string_view name);

}  // namespace cardan
