#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cardan/abi/cardan_solver.h"

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

  /// Leaves the library loaded until the process ends: glibc never unloads one with unique symbols
  /// anyway, and instances, texts and tables live in it.
  void keep() { handle_ = nullptr; }

 private:
  void* handle_ = nullptr;
};

/// load_plugin, which also names what the library changed of its surroundings while it was loaded;
/// that was put back.
const cardan_entry& load_plugin_watched(const std::filesystem::path& file,
                                        std::vector<std::string>& changed);

/// File that holds this code: libcardan.so, or the executable in a static build. Absolute; empty if
/// unknown.
std::filesystem::path own_binary();

}  // namespace cardan
