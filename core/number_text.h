#pragma once

#include <cstdio>
#include <string>

namespace cardan {

/// A number with at most this number of significant digits, without trailing zeros. 17 digits are
/// enough to restore the number bit for bit.
inline std::string number_text(double value, int digits = 6) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

}  // namespace cardan
