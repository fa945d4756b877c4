#pragma once

#include <filesystem>
#include <string>

namespace cardan::app {

/// The folder of the data that is installed with this program (PREFIX/share/cardan) or, for a
/// program in a build folder, that of the source tree. Empty if there is none.
std::filesystem::path installed_data();

/// The folder of the installed scenes. Throws Error if there is none.
std::string installed_scenes();

}  // namespace cardan::app
