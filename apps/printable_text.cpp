#include "printable_text.h"

#include <cstdint>

namespace cardan::app {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// DEL and the second set of control characters, U+0080 to U+009F [ISO/IEC 6429].
bool late_control(std::string_view character) {
  if (character.size() == 1) return character[0] == '\x7f';
  return character.size() == 2 && character[0] == '\xc2' &&
         static_cast<std::uint8_t>(character[1]) < 0xa0;
}

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

std::string one_line_text(std::string_view text) {
  std::string good;
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const std::string_view character = text.substr(0, length);
    if (length == 1 && static_cast<std::uint8_t>(character[0]) < 0x20) {
      good += ' ';
    } else {
      good.append(length == 0 || late_control(character) ? kReplacement : character);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return good;
}

}  // namespace cardan::app
