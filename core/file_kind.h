#pragma once

#include <filesystem>
#include <system_error>

/// Functions that test the kind of file at a path. If a path cannot be followed (too long, a cycle
/// of links, an unreadable folder), both functions return false. The functions never throw.
namespace cardan {

/// True if the path leads to a regular file. Does not throw.
inline bool is_file(const std::filesystem::path& path) {
  std::error_code failure;
  return std::filesystem::is_regular_file(path, failure);
}

/// True if the path leads to a folder. Does not throw.
inline bool is_folder(const std::filesystem::path& path) {
  std::error_code failure;
  return std::filesystem::is_directory(path, failure);
}

}  // namespace cardan
