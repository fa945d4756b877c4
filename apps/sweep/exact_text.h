#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace cardan::app {

/// The shortest decimal text that restores the number bit for bit. Every NaN is "nan".
inline std::string exact_text(double value) {
  if (std::isnan(value)) return "nan";
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  return {text, end};
}

/// Returns the number if the text is a number in the notation of YAML.
inline std::optional<double> number_of(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data() + (text.rfind('+', 0) == 0 ? 1 : 0), end, value);
  if (result.ec != std::errc{} || result.ptr != end) return std::nullopt;
  return value;
}

}  // namespace cardan::app
