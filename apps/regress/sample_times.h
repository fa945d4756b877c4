#pragma once

#include <string>

#include "apps/regress/golden_check.h"
#include "cardan/expect_spec.h"

namespace cardan::app {

/// Throws Error if the window of an expectation is after the end of the run. where: file and line.
void require_within_run(const ExpectSpec& spec, const RunGrid& grid, const std::string& where);

/// Throws Error if a quantity that describes a step is expected only before the first step.
void require_after_a_step(const ExpectSpec& spec, const RunGrid& grid, const std::string& where);

}  // namespace cardan::app
