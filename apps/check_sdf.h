#pragma once

#include <string>

#include "apps/file_findings.h"
#include "apps/sdf_file.h"

namespace cardan::app {

/// Reads an SDF file, builds its world and prints what was found, changed or left out. strict: the
/// file is rejected on any warning. Returns the exit code of `cardan check`.
int check_sdf(const std::string& file, const SdfRequest& request, bool strict,
              const CheckOutput& output);

}  // namespace cardan::app
