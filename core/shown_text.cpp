#include "core/shown_text.h"

#include <cstdint>
#include <cstdio>

#include "core/utf8.h"

namespace cardan {

namespace {

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
    const Utf8Character character = first_character(text);
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
