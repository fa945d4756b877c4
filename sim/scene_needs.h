#pragma once

#include <string>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

/// Folders and files that a scene lists under `needs` and that are not there: a scene of a robot
/// that stands beside the checkout on some machines alone is skipped by name where this is not
/// empty, and refused by load_scene. Throws Error where the file is no scene.
CARDAN_API std::vector<std::string> missing_needs(const std::string& file);

}  // namespace cardan
