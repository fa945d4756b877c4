#pragma once

#include <string>

#include "cardan/dynamics/mjcf/mjcf_reader.h"
#include "file_findings.h"

namespace cardan::app {

/// Reads an MJCF file, builds its world and prints what was found, repaired or left out. Returns
/// the exit code of `cardan check`.
int check_mjcf(const std::string& file, const MjcfOptions& options, const CheckOutput& output);

}  // namespace cardan::app
