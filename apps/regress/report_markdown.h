#pragma once

#include <string>
#include <vector>

#include "case_result.h"

namespace cardan::app {

/// A table scene × solver of how many runs did what was expected, over formulations and the other
/// axes of a sweep, then what is known not to hold and what failed (docs/regression.md).
std::string regress_report_markdown(const std::vector<CaseResult>& results);

}  // namespace cardan::app
