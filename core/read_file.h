#pragma once

#include <cstdint>
#include <string>

#include "cardan/core/export.h"

namespace cardan {

/// Size of the largest file that is read as a whole (256 MiB) [bytes].
constexpr std::uint64_t kMostFileBytes = std::uint64_t{256} << 20;

/// Result of reading a file: its bytes, or the reason for the failure.
struct FileContents {
  std::string bytes;  ///< unmodified contents
  std::string why;    ///< reason for the failure, without the file name; "" on success
};

/// Reads a whole regular file. Folders, pipes (which could block), sockets, devices (which may be
/// endless), cycles of links and files of more than `most_bytes` are rejected without being read. A
/// file that grows while it is read, or that reports no size (such as a file in /proc), is rejected
/// as soon as it exceeds the limit.
CARDAN_API FileContents try_read_file(const std::string& file,
                                      std::uint64_t most_bytes = kMostFileBytes);

/// Reads a file as try_read_file does. On failure, throws Error "FILE: cannot read the file: why;
/// hint".
CARDAN_API std::string read_whole_file(const std::string& file, const std::string& hint = "",
                                       std::uint64_t most_bytes = kMostFileBytes);

/// Returns the reason why a library must not open a file: the file is not regular, not readable, or
/// larger than `most_bytes`. Returns "" if the library may open the file.
CARDAN_API std::string why_not_a_file(const std::string& file,
                                      std::uint64_t most_bytes = UINT64_MAX);

}  // namespace cardan
