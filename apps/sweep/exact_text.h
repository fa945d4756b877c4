#pragma once

#include <charconv>
#include <cmath>
#include <string>

namespace cardan::app {

/// The shortest decimal text that restores the number bit for bit. Every NaN is "nan".
inline std::string exact_text(double value) {
  if (std::isnan(value)) return "nan";
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

}  // namespace cardan::app
