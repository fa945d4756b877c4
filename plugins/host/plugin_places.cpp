#include "plugins/host/plugin_places.h"

#include <cstdlib>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>

#include "cardan/error.h"
#include "core/list_folder.h"
#include "core/own_binary.h"
#include "plugins/host/plugin_library.h"

namespace cardan {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPathVariable = "CARDAN_SOLVER_PATH";

// Returns nullptr also if the program runs with privileges that its caller does not have.
const char* trusted_variable(const char* name) {
#if defined(__GLIBC__)
  return secure_getenv(name);
#else
  return std::getenv(name);
#endif
}

/// CARDAN_SOLVER_PATH, split at colons. Relative entries are rejected, because they would depend on
/// the current directory.
std::vector<fs::path> environment_directories(std::vector<std::string>& refused) {
  std::vector<fs::path> directories;
  const char* value = trusted_variable(kPathVariable);
  std::string_view rest = value == nullptr ? "" : value;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const fs::path entry(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
    std::error_code code;
    if (entry.empty()) continue;
    if (!entry.is_absolute()) {
      refused.push_back(std::string(kPathVariable) + ": relative directory " + entry.string() +
                        " is not searched; give an absolute path");
    } else if (!fs::is_directory(entry, code)) {
      refused.push_back(std::string(kPathVariable) + ": " + entry.string() + " is not a directory");
    } else {
      directories.push_back(entry);
    }
  }
  return directories;
}

/// Absolute path with symbolic links resolved, used to search each directory once.
fs::path search_name(const fs::path& directory) {
  std::error_code code;
  const fs::path name = fs::weakly_canonical(directory, code);
  return code ? directory : name;
}

bool everybody_may_write(const fs::path& path) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  return !code && (status.permissions() & fs::perms::others_write) != fs::perms::none;
}

}  // namespace

std::vector<PluginPlace> plugin_places(const std::vector<fs::path>& directories,
                                       std::vector<std::string>& refused) {
  std::vector<PluginPlace> places;
  const auto add = [&](const fs::path& directory, bool named_by_caller, bool shipped) {
    const fs::path folder = search_name(directory);
    const auto known = std::find_if(places.begin(), places.end(), [&](const PluginPlace& place) {
      return place.folder == folder;
    });
    if (known == places.end()) {
      places.push_back({folder, named_by_caller, shipped});
    } else {
      known->shipped |= shipped;
    }
  };
  for (const fs::path& directory : directories) {
    std::error_code code;
    if (!fs::is_directory(directory, code)) {
      throw Error("no such plugin directory", directory.string(), "check the path");
    }
    add(directory, true, false);
  }
  for (const fs::path& directory : environment_directories(refused)) add(directory, false, false);
  if (const fs::path beside = installed_part("solvers"); !beside.empty()) add(beside, false, true);
  return places;
}

std::vector<fs::path> plugin_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::path& file : list_folder(folder)) {
    const std::string name = file.filename().string();
    if (name.size() > kPluginSuffix.size() && std::string_view(name).ends_with(kPluginSuffix))
      files.push_back(file);
  }
  return files;
}

bool is_shipped(const fs::path& file) {
  const fs::path folder = installed_part("solvers");
  return !folder.empty() && search_name(fs::absolute(file).parent_path()) == search_name(folder);
}

void warn_of_open_folder(const fs::path& file) {
  static std::mutex mutex;
  static std::set<std::string> warned;
  const fs::path folder = file.parent_path();
  for (const fs::path& path : {folder.empty() ? fs::path(".") : folder, file}) {
    std::error_code ignored;
    if (path == file && !fs::is_regular_file(path, ignored)) continue;  // refused when opened
    if (!everybody_may_write(path)) continue;
    const std::lock_guard<std::mutex> lock(mutex);
    if (!warned.insert(path.string()).second) continue;
    log(Severity::kWarning, "solver plugin " + file.string() + ": every user of this machine can " +
                                "write " + path.string() + "; run chmod o-w to prevent it");
  }
}

}  // namespace cardan
