#pragma once

#include <cstdio>
#include <string>

namespace cardan::app {

/// A number with the given number of significant digits, without trailing zeros. 17 digits are
/// enough to restore the number bit for bit.
inline std::string number_text(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

}  // namespace cardan::app
