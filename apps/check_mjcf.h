#pragma once

#include <string>

#include "cardan/dynamics/mjcf/mjcf_reader.h"

namespace cardan::app {

/// How the report on an MJCF file is printed.
struct MjcfCheck {
  bool json = false, quiet = false;
};

/// Reads an MJCF file, builds its world and prints what was found, repaired or left out. Returns
/// the exit code of `cardan check`.
int check_mjcf(const std::string& file, const MjcfOptions& options, const MjcfCheck& how);

}  // namespace cardan::app
