#include "core/list_folder.h"

#include <dirent.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace cardan {

// std::filesystem::directory_iterator terminates the process if it cannot allocate a name.
std::vector<std::filesystem::path> list_folder(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
  if (entries == nullptr) return found;
  while (const dirent* entry = ::readdir(entries.get())) {
    const std::string_view name(entry->d_name);
    if (name != "." && name != "..") found.push_back(folder / name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace cardan
