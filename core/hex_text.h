#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace cardan {

/// Returns a hash as text of 16 hexadecimal digits.
inline std::string hex_text(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace cardan
