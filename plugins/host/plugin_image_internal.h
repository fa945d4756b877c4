#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace cardan {

/// A plugin's file, read once and checked. The loaded image is a copy in memory that nobody can
/// change: a file that is truncated or replaced later ends no process. A library that finds others
/// beside itself ($ORIGIN) is loaded in place, and so is every one where the system allows no copy.
class PluginImage {
 public:
  /// Throws Error for what is no regular file or no whole library for this machine.
  explicit PluginImage(const std::filesystem::path& file);
  ~PluginImage();
  PluginImage(const PluginImage&) = delete;
  PluginImage& operator=(const PluginImage&) = delete;

  /// For the dynamic loader.
  const std::string& path() const { return path_; }
  /// Hash of the file's bytes.
  std::uint64_t hash() const { return hash_; }

  /// Leaves the copy open until the process ends: debuggers and sanitizers read it, and its name
  /// must not come back for another library.
  void keep() { descriptor_ = -1; }

 private:
  std::string path_;
  std::uint64_t hash_ = 0;
  int descriptor_ = -1;  ///< of the copy, -1: none
};

/// Whether a file's bytes hold the text, ended by a zero byte, as a library holds the id of a
/// solver that it offers. False for what cannot be read.
bool file_holds_text(const std::filesystem::path& file, std::string_view text);

}  // namespace cardan
