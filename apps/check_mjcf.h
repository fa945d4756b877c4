#pragma once

#include <string>

#include "apps/file_findings.h"
#include "cardan/mjcf_description.h"

namespace cardan::app {

/// Reads an MJCF file, builds its world and prints what was found, repaired or left out. Returns
/// the exit code of `cardan check`.
int check_mjcf(const std::string& file, const MjcfOptions& options, const CheckOutput& output);

}  // namespace cardan::app
