#pragma once

#include <vector>

#include "case_result.h"
#include "plot/chart.h"

namespace cardan::app {

/// A chart for each check that did not hold and has a series: measured, golden, the band, the worst
/// moment. Where the miss is too small to be seen beside the whole series, a second one without
/// what was wanted.
std::vector<Chart> failed_charts(const CaseResult& result);

/// Energies, worst residual, penetration and contact forces, as far as there are series of them
/// that failed_charts does not show.
std::vector<Chart> overview_charts(const CaseResult& result);

}  // namespace cardan::app
