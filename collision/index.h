#pragma once

#include <cstddef>

namespace cardan {

/// Converts the number of an object, body or vertex to an array index.
inline std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace cardan
