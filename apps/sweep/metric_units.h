#pragma once

#include <string>
#include <vector>

#include "apps/sweep/plan.h"

namespace cardan::app {

/// Units of the metrics of a study, from the world of a cell. "" for counts and ratios, and for all
/// metrics if the world can no longer be made. plugins: folders, searched first.
std::vector<std::string> metric_units(const Plan& plan, std::size_t cell,
                                      const std::vector<std::string>& plugins);

}  // namespace cardan::app
