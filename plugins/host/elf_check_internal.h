#pragma once

#include <span>
#include <string>

namespace cardan {

/// "" where the bytes are a whole shared library for this machine: headers, segments and sections
/// lie within them. Else one phrase. The loader itself maps what a damaged header says and ends the
/// process with SIGBUS.
std::string why_not_a_library(std::span<const char> bytes);

}  // namespace cardan
