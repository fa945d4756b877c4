#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cardan/abi/cardan_solver.h"
#include "cardan/host/plugin_image_internal.h"

namespace cardan {

/// One open shared library. Closes it again unless keep() was called.
class PluginLibrary {
 public:
  /// Throws Error with the loader's own reason.
  explicit PluginLibrary(const std::filesystem::path& file);
  ~PluginLibrary();
  PluginLibrary(const PluginLibrary&) = delete;
  PluginLibrary& operator=(const PluginLibrary&) = delete;

  /// The entry function, or nullptr.
  cardan_entry_function entry_function() const;
  std::uint64_t hash() const { return image_.hash(); }

  /// Leaves the library loaded until the process ends: glibc never unloads one with unique symbols
  /// anyway, and instances, texts and tables live in it.
  void keep() {
    handle_ = nullptr;
    image_.keep();
  }

 private:
  PluginImage image_;
  void* handle_ = nullptr;
};

/// The entry of a loaded library, and the hash of its file.
struct LoadedPlugin {
  const cardan_entry* entry = nullptr;
  std::uint64_t hash = 0;
};

/// load_plugin, which also names what the library changed of its surroundings while it was loaded;
/// that was put back. A file that was loaded before and has not changed since is not loaded again.
LoadedPlugin load_plugin_watched(const std::filesystem::path& file,
                                 std::vector<std::string>& changed);

/// load_plugin_watched, with a warning on the log for each change.
LoadedPlugin load_plugin_file(const std::filesystem::path& file);

}  // namespace cardan
