#pragma once

#include <cstddef>

namespace cardan {

/// Text that a plugin hands over, as it may be shown: one line, control characters as \xNN, cut
/// with "…" where it is longer than `room` bytes allow. nullptr reads as "". Returns shown.
const char* plugin_text(const char* text, char* shown, std::size_t room);

template <std::size_t N>
const char* plugin_text(const char* text, char (&shown)[N]) {
  return plugin_text(text, shown, N);
}

}  // namespace cardan
