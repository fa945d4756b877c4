#pragma once

#include <vector>

#include "apps/plot/chart.h"
#include "apps/regress/case_result.h"

namespace cardan::app {

/// One chart per failed check with a series: measured and golden values, the band, and the worst
/// value. If the deviation is too small to be visible in a chart of the whole series, a second
/// chart shows the series minus the expected values.
std::vector<Chart> failed_charts(const CaseResult& result);

/// Charts of energies, worst residual, penetration and contact forces, for series that
/// failed_charts does not show.
std::vector<Chart> overview_charts(const CaseResult& result);

}  // namespace cardan::app
