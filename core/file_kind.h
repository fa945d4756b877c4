#pragma once

#include <filesystem>
#include <system_error>

/// The kind of file at a path. A path that cannot be followed (too long, a ring of links, a folder
/// that may not be read) leads to nothing; no call throws.
namespace cardan {

inline bool is_file(const std::filesystem::path& path) {
  std::error_code failure;
  return std::filesystem::is_regular_file(path, failure);
}

inline bool is_folder(const std::filesystem::path& path) {
  std::error_code failure;
  return std::filesystem::is_directory(path, failure);
}

}  // namespace cardan
