#pragma once

#include <cstddef>

namespace cardan {

/// A number of an object, body or vertex as the index of an array.
inline std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace cardan
