#pragma once

#include <filesystem>
#include <vector>

#include "apps/doctor/report.h"

namespace cardan::app {

/// Examines the installation: the build of the program, the processor, the plugins, the libraries,
/// the components of cardan, and the external programs that it calls. plugins: folders that are
/// searched first.
std::vector<Finding> examine(const std::vector<std::filesystem::path>& plugins);

}  // namespace cardan::app
