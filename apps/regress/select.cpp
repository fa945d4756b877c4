#include "select.h"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "cardan/core/error.h"

namespace cardan::app {

namespace {

namespace fs = std::filesystem;

bool any_of(const std::vector<std::string>& wanted, const std::vector<std::string>& there) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
    return std::find(there.begin(), there.end(), word) != there.end();
  });
}

// A file that cannot be read may be one: who reads it says why it cannot be.
bool looks_like_scene(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (extension != ".yaml" && extension != ".yml") return false;
  std::ifstream stream(file);
  if (!stream) return true;
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("cardan:", 0) == 0) return true;
  }
  return false;
}

std::vector<std::string> scenes_in(const std::string& folder) {
  std::vector<std::string> files;
  try {
    for (fs::recursive_directory_iterator entry(folder), end; entry != end; ++entry) {
      const bool hidden = entry->path().filename().string().front() == '.';
      if (hidden && entry->is_directory()) entry.disable_recursion_pending();
      if (hidden || !entry->is_regular_file() || !looks_like_scene(entry->path())) continue;
      files.push_back(entry->path().string());
    }
  } catch (const fs::filesystem_error& error) {
    throw Error("cannot read the folder: " + error.code().message(), folder);
  }
  if (files.empty()) {
    throw Error("no scene in this folder", folder, "a scene is a .yaml file with 'cardan: 1'");
  }
  return files;
}

}  // namespace

bool SceneFilter::takes(const std::string& name, const std::vector<std::string>& scene_tags) const {
  if (!tags.empty() && !any_of(tags, scene_tags)) return false;
  if (any_of(not_tags, scene_tags)) return false;
  return names.empty() || std::any_of(names.begin(), names.end(), [&](const std::string& pattern) {
           return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
         });
}

std::vector<std::string> find_scenes(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (fs::is_directory(path)) {
      const std::vector<std::string> found = scenes_in(path);
      files.insert(files.end(), found.begin(), found.end());
    } else if (fs::exists(path)) {
      files.push_back(path);
    } else {
      throw Error("no such file or folder", path, "name scenes or folders of them");
    }
  }
  std::sort(files.begin(), files.end());
  std::set<fs::path> seen;
  const auto again = [&](const std::string& file) {
    return !seen.insert(fs::weakly_canonical(file)).second;
  };
  files.erase(std::remove_if(files.begin(), files.end(), again), files.end());
  return files;
}

}  // namespace cardan::app
