#pragma once

#include <filesystem>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

/// Paths of the entries of a folder, sorted: FOLDER/NAME. None where it is not there or cannot be
/// read.
CARDAN_API std::vector<std::filesystem::path> list_folder(const std::filesystem::path& folder);

}  // namespace cardan
