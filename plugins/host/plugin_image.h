#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace cardan {

/// A plugin's file, read once and checked. The loaded image is a sealed copy in memory, so
/// truncating or replacing the file later cannot crash the process. Loaded in place are
/// cardan's own solvers, like libcardan beside them, so that profilers find their symbols; a
/// library that loads others from its own folder ($ORIGIN); and every library on a system that does
/// not allow such a copy.
class PluginImage {
 public:
  /// Reads and checks a file. Throws Error if the file is not regular or is not a complete library
  /// for this machine.
  explicit PluginImage(const std::filesystem::path& file);
  ~PluginImage();
  PluginImage(const PluginImage&) = delete;
  PluginImage& operator=(const PluginImage&) = delete;

  /// The path to pass to the dynamic loader.
  const std::string& path() const { return path_; }
  /// Hash of the file's bytes.
  std::uint64_t hash() const { return hash_; }

  /// Keeps the copy open until the process ends. Debuggers and sanitizers read it, and its name
  /// must not be reused for another library.
  void keep() { descriptor_ = -1; }

 private:
  std::string path_;
  std::uint64_t hash_ = 0;
  int descriptor_ = -1;  ///< descriptor of the copy, -1 if there is none
};

/// True if a file contains the text followed by a zero byte. A library contains the ids of its
/// solvers in this form. False for an unreadable file.
bool file_holds_text(const std::filesystem::path& file, std::string_view text);

}  // namespace cardan
