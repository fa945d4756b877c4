#pragma once

#include <filesystem>
#include <vector>

#include "doctor/report.h"

namespace cardan::app {

/// Examines the installation: how the program was built, the processor, the plugins, the libraries,
/// the parts of cardan, and the programs that it calls. plugins: folders that are searched first.
std::vector<Finding> examine(const std::vector<std::filesystem::path>& plugins);

}  // namespace cardan::app
