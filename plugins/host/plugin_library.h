#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cardan/cardan_solver.h"
#include "plugins/host/plugin_image.h"

namespace cardan {

/// One open shared library. The destructor closes it unless keep() was called.
class PluginLibrary {
 public:
  /// Loads a library. Throws Error with the message of the dynamic loader.
  explicit PluginLibrary(const std::filesystem::path& file);
  ~PluginLibrary();
  PluginLibrary(const PluginLibrary&) = delete;
  PluginLibrary& operator=(const PluginLibrary&) = delete;

  /// Returns the entry function, or nullptr if there is none.
  cardan_entry_function entry_function() const;
  std::uint64_t hash() const { return image_.hash(); }

  /// Keeps the library loaded until the process ends. Instances, strings and tables of the plugin
  /// remain in use, and glibc never unloads a library with unique symbols anyway.
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

/// Like load_plugin, but also undoes the changes that the library made to its surroundings during
/// loading, and lists them. A file that was loaded before and has not changed since then is not
/// loaded again.
LoadedPlugin load_plugin_watched(const std::filesystem::path& file,
                                 std::vector<std::string>& changed);

/// Calls load_plugin_watched and logs a warning for each change.
LoadedPlugin load_plugin_file(const std::filesystem::path& file);

}  // namespace cardan
