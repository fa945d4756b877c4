#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace cardan::view {

/// Compresses bytes to a gzip stream [RFC 1952] and encodes it in Base64 [RFC 4648], which is the
/// form that a page unpacks. The header has no time and no name, so equal bytes give equal text.
/// Throws Error if memory is exhausted.
std::string packed_text(std::span<const std::byte> bytes);

}  // namespace cardan::view
