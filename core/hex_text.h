#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace cardan {

/// A hash as text: 16 hexadecimal digits.
inline std::string hex_text(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

}  // namespace cardan
