#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cardan {

inline constexpr std::string_view kPluginSuffix = ".cardan-solver.so";

/// One folder that is searched for solver plugins.
struct PluginPlace {
  std::filesystem::path folder;  ///< absolute, symbolic links resolved
  bool named_by_caller = false;  ///< what does not load there is an Error
  bool shipped = false;          ///< the folder that cardan installs its own solvers in
};

/// In the order of the search, each folder once: those of the caller (Error where there is no such
/// folder), CARDAN_SOLVER_PATH (not where a program runs with the rights of another user),
/// <libdir>/cardan/solvers. refused: entries of the variable that are not searched, with the
/// reason.
std::vector<PluginPlace> plugin_places(const std::vector<std::filesystem::path>& directories,
                                       std::vector<std::string>& refused);

/// Files *.cardan-solver.so of a folder, sorted.
std::vector<std::filesystem::path> plugin_files(const std::filesystem::path& folder);

/// A warning on the log, once for each, where every user of the machine may write the folder of a
/// plugin or its file.
void warn_of_open_folder(const std::filesystem::path& file);

}  // namespace cardan
