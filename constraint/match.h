#pragma once

#include <string>

#include "cardan/abi/cardan_solver.h"
#include "cardan/constraint/formulation.h"
#include "cardan/constraint/problem.h"

namespace cardan {

/// "" when the solver takes every problem of the formulation (after lowering), else one phrase that
/// says why not, e.g. "lemke takes FREE, NONNEGATIVE; cone has CONE".
CARDAN_API std::string why_unfit(const FormulationInfo& formulation,
                                 const cardan_solver_desc& solver);

/// why_unfit for one problem as it stands, lowered where it has to be.
CARDAN_API std::string why_unfit(const Problem& problem, const cardan_solver_desc& solver);

/// Name of a block kind or of the property bits, for messages.
CARDAN_API const char* block_kind_name(int kind);
CARDAN_API std::string kinds_text(std::uint32_t kinds);
CARDAN_API std::string properties_text(std::uint32_t properties);
CARDAN_API const char* status_name(int status);

}  // namespace cardan
