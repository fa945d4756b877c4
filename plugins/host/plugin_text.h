#pragma once

#include <cstddef>

namespace cardan {

/// Formats text from a plugin for display on one line. Control characters become \xNN, and text
/// longer than `room` bytes is truncated with "…". nullptr counts as "". Returns `shown`.
const char* plugin_text(const char* text, char* shown, std::size_t room);

template <std::size_t N>
const char* plugin_text(const char* text, char (&shown)[N]) {
  return plugin_text(text, shown, N);
}

}  // namespace cardan
