#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cardan/sim/record/run_report.h"

namespace cardan::app {

/// The end of `cardan run`, for people. notes: what the command line changed beyond what it named.
void print_summary(std::ostream& out, const RunSummary& summary, const World& world,
                   const std::vector<std::string>& notes);

}  // namespace cardan::app
