#pragma once

#include <filesystem>
#include <vector>

#include "cardan/core/export.h"

namespace cardan {

/// Paths of the entries of a folder, sorted: FOLDER/NAME. Empty if the folder does not exist or
/// cannot be read.
CARDAN_API std::vector<std::filesystem::path> list_folder(const std::filesystem::path& folder);

}  // namespace cardan
