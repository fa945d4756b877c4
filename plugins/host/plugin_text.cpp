#include "plugins/host/plugin_text.h"

#include <cstring>

namespace cardan {

const char* plugin_text(const char* text, char* shown, std::size_t room) {
  static const char kDigits[] = "0123456789abcdef";
  static const char kCut[] = "…";
  constexpr std::size_t kEscape = 4;
  std::size_t used = 0;
  for (; text != nullptr && *text != '\0'; ++text) {
    if (used + kEscape + sizeof kCut > room) {
      std::memcpy(shown + used, kCut, sizeof kCut);
      return shown;
    }
    const unsigned char c = static_cast<unsigned char>(*text);
    // 0x80 to 0x9f are control characters too, unless they are part of a multi-byte character.
    const bool is_control =
        c < 0x20 || c == 0x7f ||
        (c == 0xc2 && text[1] != '\0' && static_cast<unsigned char>(text[1]) < 0xa0);
    if (!is_control) {
      shown[used++] = *text;
      continue;
    }
    shown[used++] = '\\';
    shown[used++] = 'x';
    shown[used++] = kDigits[c >> 4];
    shown[used++] = kDigits[c & 0xf];
  }
  shown[used] = '\0';
  return shown;
}

}  // namespace cardan
