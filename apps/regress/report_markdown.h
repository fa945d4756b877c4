#pragma once

#include <string>
#include <vector>

#include "apps/regress/case_result.h"

namespace cardan::app {

/// Markdown table of scenes and solvers with the number of runs that met their expectations, over
/// formulations and the other axes of a sweep, followed by known failures and failures
/// (docs/regression.md).
std::string regress_report_markdown(const std::vector<CaseResult>& results);

}  // namespace cardan::app
