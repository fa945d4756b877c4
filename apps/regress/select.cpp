#include "apps/regress/select.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cardan/error.h"
#include "cardan/scene.h"

namespace cardan::app {

namespace {

namespace fs = std::filesystem;

bool any_of(const std::vector<std::string>& wanted, const std::vector<std::string>& there) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
    return std::find(there.begin(), there.end(), word) != there.end();
  });
}

// An unreadable file may be a scene; its reader reports the error.
bool may_be_scene(const fs::path& file) {
  try {
    return read_scene_head(file.string()).is_scene;
  } catch (const Error&) {
    return true;
  }
}

void search_folder(const std::string& folder, FoundScenes& found) {
  const std::size_t before = found.scenes.size(), ignored_before = found.ignored.size();
  try {
    for (fs::recursive_directory_iterator entry(folder), end; entry != end; ++entry) {
      const fs::path& file = entry->path();
      const bool hidden = file.filename().string().front() == '.';
      std::error_code dangling;  // a dangling link is not a folder
      const bool is_folder = entry->is_directory(dangling);
      if (hidden && is_folder) entry.disable_recursion_pending();
      const std::string extension = file.extension().string();
      if (hidden || is_folder || (extension != ".yaml" && extension != ".yml")) continue;
      (may_be_scene(file) ? found.scenes : found.ignored).push_back(file.string());
    }
  } catch (const fs::filesystem_error& error) {
    throw Error("cannot read the folder: " + error.code().message(), folder);
  }
  if (found.scenes.size() > before) return;
  std::string what = "no scene in this folder";
  const std::size_t others = found.ignored.size() - ignored_before;
  if (others > 0) what.append(", and ").append(std::to_string(others)).append(" other YAML files");
  throw Error(what, folder, "a scene is a .yaml file with 'cardan: 1'");
}

void keep_each_once(std::vector<std::string>& files) {
  std::sort(files.begin(), files.end());
  std::set<fs::path> seen;
  const auto again = [&](const std::string& file) { return !seen.insert(true_path(file)).second; };
  files.erase(std::remove_if(files.begin(), files.end(), again), files.end());
}

}  // namespace

bool SceneFilter::takes(const std::string& name, const std::vector<std::string>& scene_tags) const {
  if (!tags.empty() && !any_of(tags, scene_tags)) return false;
  if (any_of(not_tags, scene_tags)) return false;
  return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& pattern) {
           return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
         });
}

FoundScenes find_scenes(const std::vector<std::string>& paths) {
  FoundScenes found;
  for (const std::string& path : paths) {
    std::error_code unreachable;
    const fs::file_status there = fs::status(path, unreachable);
    if (fs::is_directory(there)) {
      search_folder(path, found);
    } else if (fs::exists(there)) {
      found.scenes.push_back(path);
    } else if (there.type() == fs::file_type::not_found) {
      throw Error("no such file or folder", path, "name scene files or folders");
    } else {
      throw Error("cannot reach this path: " + unreachable.message(), path,
                  "name readable scene files or folders");
    }
  }
  keep_each_once(found.scenes);
  keep_each_once(found.ignored);
  return found;
}

std::filesystem::path true_path(const std::string& file) {
  std::error_code unreachable;
  const fs::path whole = fs::absolute(file, unreachable);
  const fs::path canonical = fs::weakly_canonical(whole, unreachable);
  return unreachable ? whole.lexically_normal() : canonical;
}

}  // namespace cardan::app
