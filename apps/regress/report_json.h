#pragma once

#include <string>
#include <vector>

#include "apps/regress/case_result.h"

namespace cardan::app {

/// Results as JSON (docs/regression.md, "The JSON report"): counts, and every case as in
/// case_result_json without series and golden texts.
std::string regress_report_json(const std::vector<CaseResult>& results, int exit_code,
                                double seconds);

}  // namespace cardan::app
