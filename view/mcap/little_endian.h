#pragma once

#include <concepts>
#include <cstddef>
#include <string>

namespace cardan::view {

/// Appends the bytes of a number, lowest byte first.
template <std::unsigned_integral Number>
void append_little_endian(std::string& bytes, Number x) {
  for (std::size_t k = 0; k < sizeof x; ++k)
    bytes.push_back(static_cast<char>(static_cast<unsigned char>(x >> (8 * k))));
}

}  // namespace cardan::view
