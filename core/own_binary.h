#pragma once

#include <filesystem>
#include <string>

namespace cardan {

/// Returns the file that contains this code: libcardan.so, or the program itself if cardan is
/// linked statically. The path is empty if the system does not report it.
std::filesystem::path own_binary();

/// Returns the installed path <libdir>/cardan/NAME, where libdir is the folder of libcardan. If
/// cardan is linked statically, libdir is found from the program, which is in bin/ (or test/) next
/// to libdir. Empty if own_binary() is empty.
std::filesystem::path installed_part(const std::string& name);

}  // namespace cardan
