#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "cardan/run_report.h"

namespace cardan::app {

/// Prints how the base of each robot is attached, and the rule that decided. Robots with equal
/// bases share a line, which names the first of them.
void print_bases(std::ostream& out, const World& world);

/// Prints the summary of `cardan run`. notes: changes that the command line caused beyond the
/// request.
void print_summary(std::ostream& out, const RunSummary& summary, const World& world,
                   const std::vector<std::string>& notes);

}  // namespace cardan::app
