#include "apps/printable_text.h"

#include <cstdint>

#include "core/shown_text.h"

namespace cardan::app {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

}  // namespace

std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  if (text.empty()) return 0;
  const std::uint8_t first = byte(0);
  if (first < 0x80) return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  const bool character = code != 0xfffe && code != 0xffff && code <= 0x10ffff;
  return code >= kLeast[length] && !surrogate && character ? length : 0;
}

std::string printable_text(std::string_view text) {
  std::string good;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    good.append(length == 0 ? kReplacement : text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return good;
}

std::string one_line_text(std::string_view text) { return shortened(escaped_line(text)); }

std::string markdown_text(std::string_view text) {
  std::string good;
  for (const char c : printable_text(escaped_line(text))) {
    switch (c) {
      case '&':
        good += "&amp;";
        break;
      case '<':
        good += "&lt;";
        break;
      case '>':
        good += "&gt;";
        break;
      case '|':
        good += "\\|";
        break;
      default:
        good += c;
    }
  }
  return good;
}

}  // namespace cardan::app
