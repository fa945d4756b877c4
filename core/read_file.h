#pragma once

#include <cstdint>
#include <string>

#include "cardan/core/export.h"

namespace cardan {

/// Largest file that is read whole [bytes]: 256 MiB.
constexpr std::uint64_t kMostFileBytes = std::uint64_t{256} << 20;

/// Result of reading a file: its bytes, or why there are none.
struct FileContents {
  std::string bytes;
  std::string why;  ///< "" on success; otherwise a phrase without the name of the file
};

/// Reads a regular file whole. Everything else is refused unread: a folder, a pipe (which would be
/// waited for), a socket, a device (which may have no end), a loop of links, a file of more than
/// `most_bytes`. A file that grows while it is read, or that tells no size (as those of /proc), is
/// refused at the byte that is one too many.
CARDAN_API FileContents try_read_file(const std::string& file,
                                      std::uint64_t most_bytes = kMostFileBytes);

/// As try_read_file; throws Error "FILE: cannot read the file: why; hint" in place of telling.
CARDAN_API std::string read_whole_file(const std::string& file, const std::string& hint = "",
                                       std::uint64_t most_bytes = kMostFileBytes);

/// Why a library must not be given this file to open: it is no regular file, not readable, or
/// larger than `most_bytes`; "" if it may.
CARDAN_API std::string why_not_a_file(const std::string& file,
                                      std::uint64_t most_bytes = UINT64_MAX);

}  // namespace cardan
