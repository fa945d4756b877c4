#pragma once

#include <filesystem>
#include <string>

namespace cardan {

/// The file that holds this code: libcardan.so, or the program itself where it is linked
/// statically; empty if the system does not tell.
std::filesystem::path own_binary();

/// <libdir>/cardan/NAME beside libcardan. A program that holds cardan itself stands in bin/ (or
/// test/) beside libdir. Empty if own_binary() is.
std::filesystem::path installed_part(const std::string& name);

}  // namespace cardan
