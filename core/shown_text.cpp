#include "cardan/core/shown_text.h"

#include <cstdint>
#include <cstdio>

namespace cardan {

namespace {

struct Character {
  std::size_t length = 0;  ///< [bytes]; 0 if the bytes are not UTF-8
  std::uint32_t code = 0;
};

// The first character of a non-empty text [Unicode 15, Tab. 3-7].
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return {1, first};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return {};
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {};
    code = code << 6U | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < kLeast[length] || surrogate || code > 0x10ffff) return {};
  return {length, code};
}

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

// True for line and paragraph separators, and for marks that change the direction of the following
// text.
bool disturbs_line(std::uint32_t code) {
  return code == 0x061c || (code >= 0x200e && code <= 0x200f) ||
         (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

void append_escaped(std::uint32_t code, std::string& line) {
  if (code == '\n') {
    line += "\\n";
  } else if (code == '\r') {
    line += "\\r";
  } else if (code == '\t') {
    line += "\\t";
  } else {
    char text[16];
    std::snprintf(text, sizeof text, code < 0x100 ? "\\x%02x" : "\\u%04x", code);
    line += text;
  }
}

// The position nearest to `at`, at or before it, where a character begins.
std::size_t boundary(const std::string& text, std::size_t at) {
  while (at > 0 && (static_cast<std::uint8_t>(text[at]) & 0xc0U) == 0x80U) --at;
  return at;
}

}  // namespace

std::string escaped_line(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.length == 0) {
      append_escaped(static_cast<std::uint8_t>(text[0]), line);
      text.remove_prefix(1);
      continue;
    }
    if (is_control(character.code) || disturbs_line(character.code)) {
      append_escaped(character.code, line);
    } else {
      line.append(text.substr(0, character.length));
    }
    text.remove_prefix(character.length);
  }
  return line;
}

std::string shortened(const std::string& text, std::size_t longest) {
  constexpr std::size_t kNotice = 50;  // longer than the notice in between
  if (text.size() <= longest || longest <= kNotice) return text;
  const std::size_t kept = longest - kNotice;
  const std::size_t head = boundary(text, kept * 2 / 3);
  std::size_t tail = boundary(text, text.size() - kept / 3);
  const std::string left_out = std::to_string(tail - head);
  return text.substr(0, head) + " [" + left_out + " bytes left out] " + text.substr(tail);
}

}  // namespace cardan
