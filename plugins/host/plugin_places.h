#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cardan {

inline constexpr std::string_view kPluginSuffix = ".cardan-solver.so";

/// One folder that is searched for solver plugins.
struct PluginPlace {
  std::filesystem::path folder;  ///< absolute path with symbolic links resolved
  bool named_by_caller =
      false;  ///< true if the caller named the folder; a plugin that fails to load is then an Error
  bool shipped = false;  ///< true for the folder in which cardan installs its own solvers
};

/// Returns the folders in search order, without duplicates: those of the caller, those of
/// CARDAN_SOLVER_PATH (ignored if the program runs with another user's privileges), and
/// <libdir>/cardan/solvers. Throws Error if a folder of the caller does not exist. refused: entries
/// of the variable that are not searched, each with the reason.
std::vector<PluginPlace> plugin_places(const std::vector<std::filesystem::path>& directories,
                                       std::vector<std::string>& refused);

/// Returns the files *.cardan-solver.so of a folder, sorted.
std::vector<std::filesystem::path> plugin_files(const std::filesystem::path& folder);

/// True for a file in the folder in which cardan installs its own solvers.
bool is_shipped(const std::filesystem::path& file);

/// Logs a warning if every user of the machine can write to a plugin's folder or file. Each folder
/// or file is reported only once.
void warn_of_open_folder(const std::filesystem::path& file);

}  // namespace cardan
