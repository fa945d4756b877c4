#pragma once

#include <string_view>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// Entry of the parameter table of a solver for this option, or null if there is none. An option
/// that was renamed can also be found by its old name for one version (CHANGELOG.md).
CARDAN_API const cardan_param* find_option(const cardan_solver_desc& solver, std::string_view name);

}  // namespace cardan
