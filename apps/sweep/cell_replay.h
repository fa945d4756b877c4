#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/sweep/plan.h"

namespace cardan::app {

/// Runs a cell again and writes its replay page. Throws Error.
void write_cell_replay(const Plan& plan, std::size_t cell, const std::vector<std::string>& plugins,
                       const std::string& file);

}  // namespace cardan::app
