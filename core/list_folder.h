#pragma once

#include <filesystem>
#include <vector>

#include "cardan/export.h"

namespace cardan {

/// Returns the sorted paths FOLDER/NAME of all entries of a folder. The list is empty if the folder
/// does not exist or cannot be read.
CARDAN_API std::vector<std::filesystem::path> list_folder(const std::filesystem::path& folder);

}  // namespace cardan
