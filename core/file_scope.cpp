#include "core/file_scope.h"

#include <algorithm>
#include <cstdlib>

namespace cardan {

namespace {

namespace fs = std::filesystem;

// Absolute path with links resolved as far as the path exists. Empty if the links form a cycle.
fs::path true_path(const std::string& path) {
  std::error_code failure;
  const fs::path absolute = fs::absolute(path.empty() ? "." : path, failure);
  fs::path real = failure ? fs::path() : fs::weakly_canonical(absolute, failure);
  if (failure) return {};
  // "folder/" and "folder" are the same.
  return real.has_filename() ? real : real.parent_path();
}

bool is_shared(const fs::path& folder) {
  const auto names = std::distance(folder.begin(), folder.end());
  if (names <= 2) return true;  // "/", "/etc"
  const char* home = std::getenv("HOME");
  return home != nullptr && *home != '\0' && folder == true_path(home);
}

bool lies_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

}  // namespace

void FileScope::add(const std::string& folder) {
  const fs::path real = true_path(folder);
  if (real.empty() || is_shared(real)) return;
  if (std::find(folders_.begin(), folders_.end(), real) == folders_.end()) folders_.push_back(real);
}

void FileScope::add_project_of(const std::string& file) {
  std::error_code failure;
  const fs::path named = fs::absolute(file, failure).lexically_normal();
  for (const fs::path& place : {named, true_path(file)}) {
    const fs::path folder = place.parent_path();
    // The folder of the file itself is allowed even if it is a shared one.
    const fs::path real = true_path(folder.string());
    if (!real.empty()) folders_.push_back(real);
    for (const char* mark : {".git", ".hg", "package.xml", "CMakeLists.txt", "pyproject.toml"}) {
      fs::path above = folder;
      while (above.has_relative_path() && !fs::exists(above / mark, failure))
        above = above.parent_path();
      if (above.has_relative_path()) add(above.string());
    }
  }
}

bool FileScope::allows(const std::string& path) const {
  const fs::path real = true_path(path);
  return !real.empty() &&
         std::any_of(folders_.begin(), folders_.end(),
                     [&](const fs::path& folder) { return lies_below(real, folder); });
}

bool outside_is_allowed() {
  const char* value = ::secure_getenv("CARDAN_ALLOW_OUTSIDE");
  return value != nullptr && *value != '\0';
}

}  // namespace cardan
