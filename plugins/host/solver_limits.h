#pragma once

#include <string>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// Maximum number of rows for which the host computes a dense A (128 MiB), independent of a
/// solver's limit.
inline constexpr int kMaxDenseRows = 4096;

/// Returns the maximum number of rows of a dense A for a solver: the solver's own limit, but at
/// most kMaxDenseRows.
CARDAN_API int dense_row_limit(const cardan_solver_desc& solver);

/// Returns "" if the solver accepts a problem with this number of rows, otherwise a phrase that
/// names its limit.
CARDAN_API std::string why_too_large(int rows, const cardan_solver_desc& solver);

/// True if why_too_large returns a reason. Does not allocate.
CARDAN_API bool is_too_large(int rows, const cardan_solver_desc& solver);

}  // namespace cardan
