#pragma once

#include <string>

namespace cardan {

/// Folder of the SDF files of the tests.
inline const std::string kSdfModels = std::string(CARDAN_SOURCE_DIR) + "/test/unit/sdf/models/";

}  // namespace cardan
