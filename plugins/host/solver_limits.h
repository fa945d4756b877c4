#pragma once

#include <string>

#include "cardan/abi/cardan_solver.h"
#include "cardan/core/export.h"

namespace cardan {

/// Rows up to which the host forms a dense A (128 MiB), whatever limit a solver names.
inline constexpr int kMaxDenseRows = 4096;

/// Rows of a dense A that the solver takes: its own limit, at most kMaxDenseRows.
CARDAN_API int dense_row_limit(const cardan_solver_desc& solver);

/// "" where the solver takes a problem of so many rows, else one phrase that names its limit.
CARDAN_API std::string why_too_large(int rows, const cardan_solver_desc& solver);

/// Whether why_too_large has something to say. Allocates nothing.
CARDAN_API bool is_too_large(int rows, const cardan_solver_desc& solver);

}  // namespace cardan
