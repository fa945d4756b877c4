#pragma once

#include <span>
#include <string>

namespace cardan {

/// Checks that the bytes are a complete shared library for this machine: headers, segments and
/// sections must lie within the file. Returns "", or a phrase with the reason if they are not. The
/// check is needed because the dynamic loader does not validate headers, and a damaged header ends
/// the process with SIGBUS.
std::string why_not_a_library(std::span<const char> bytes);

}  // namespace cardan
