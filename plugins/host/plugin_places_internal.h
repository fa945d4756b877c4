#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cardan {

inline constexpr std::string_view kPluginSuffix = ".cardan-solver.so";

/// One folder that is searched for solver plugins.
struct PluginPlace {
  std::filesystem::path folder;  ///< absolute, symbolic links resolved
  bool named_by_caller = false;  ///< named by the caller: a plugin that fails to load is an Error
  bool shipped = false;          ///< the folder in which cardan installs its own solvers
};

/// Folders in search order, without duplicates: those of the caller (Error if one does not exist),
/// CARDAN_SOLVER_PATH (ignored if the program runs with another user's privileges),
/// <libdir>/cardan/solvers. refused: entries of the variable that are not searched, with the
/// reason.
std::vector<PluginPlace> plugin_places(const std::vector<std::filesystem::path>& directories,
                                       std::vector<std::string>& refused);

/// Files *.cardan-solver.so of a folder, sorted.
std::vector<std::filesystem::path> plugin_files(const std::filesystem::path& folder);

/// Logs a warning if every user of the machine can write to a plugin's folder or file; once per
/// folder or file.
void warn_of_open_folder(const std::filesystem::path& file);

}  // namespace cardan
