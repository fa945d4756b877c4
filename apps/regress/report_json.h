#pragma once

#include <string>
#include <vector>

#include "case_result.h"

namespace cardan::app {

/// The outcome for programs (docs/regression.md, "The JSON report"): counts, and every case as
/// case_result_json has it but for the series and the golden texts.
std::string regress_report_json(const std::vector<CaseResult>& results, int exit_code,
                                double seconds);

}  // namespace cardan::app
