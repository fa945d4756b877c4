#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cardan/sim/record/run_report.h"

namespace cardan::app {

/// Prints the summary of `cardan run`. notes: changes that the command line caused beyond the
/// request.
void print_summary(std::ostream& out, const RunSummary& summary, const World& world,
                   const std::vector<std::string>& notes);

}  // namespace cardan::app
