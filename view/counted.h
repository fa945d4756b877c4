#pragma once

#include <cstddef>
#include <string>

namespace cardan::view {

/// Returns a count with its noun, e.g. "1 frame" or "2 frames".
inline std::string counted(std::size_t count, const char* noun) {
  std::string text = std::to_string(count);
  text.append(" ").append(noun);
  return count == 1 ? text : text.append("s");
}

}  // namespace cardan::view
