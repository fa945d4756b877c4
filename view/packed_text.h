#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace cardan::view {

/// Bytes as a gzip stream [RFC 1952] in Base64 [RFC 4648], as the page unpacks them. The header has
/// no time and no name, so equal bytes give equal text. Throws Error if memory is exhausted.
std::string packed_text(std::span<const std::byte> bytes);

}  // namespace cardan::view
