#pragma once

#include <string>

#include "cardan/cardan_solver.h"
#include "cardan/problem.h"
#include "constraint/formulation.h"

namespace cardan {

/// Returns "" if the solver supports every problem of the formulation (after lowering), otherwise a
/// phrase with the reason, e.g. "lemke takes FREE, NONNEGATIVE; cone has CONE".
CARDAN_API std::string why_unfit(const FormulationInfo& formulation,
                                 const cardan_solver_desc& solver);

/// Like why_unfit for a formulation, but for a single problem, which is lowered first if needed.
CARDAN_API std::string why_unfit(const Problem& problem, const cardan_solver_desc& solver);

/// The functions below return the names of block kinds, property bits and statuses for messages.
CARDAN_API const char* block_kind_name(int kind);
CARDAN_API std::string kinds_text(std::uint32_t kinds);
CARDAN_API std::string properties_text(std::uint32_t properties);
CARDAN_API const char* status_name(int status);

}  // namespace cardan
