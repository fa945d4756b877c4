#pragma once

#include <filesystem>
#include <string>

namespace cardan {

/// The file that contains this code: libcardan.so, or the program itself if cardan is linked
/// statically. Empty if the system does not report it.
std::filesystem::path own_binary();

/// <libdir>/cardan/NAME beside libcardan. If cardan is linked into a program, the program is in
/// bin/ (or test/) beside libdir. Empty if own_binary() is empty.
std::filesystem::path installed_part(const std::string& name);

}  // namespace cardan
