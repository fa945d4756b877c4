#pragma once

#include <string>

#include "cardan/error.h"
#include "cardan/scene.h"
#include "sim/scene/yaml.h"

namespace cardan {

/// An item of `models` that names a file of another format: {KEY: FILE, allow_missing_meshes,
/// strict}.
class FileItem {
 public:
  /// Throws Error if the file does not exist.
  FileItem(const SceneNode& item, const std::string& key);

  /// Equal for items that read the same file with the same options.
  std::string identity() const;

  /// Calls read(path, options) with the options of the item. An error of the file also names the
  /// item.
  template <class Options, class Read>
  auto read(Options options, const Read& read) const {
    options.allow_outside = allow_outside_;
    options.allow_missing_meshes = allow_missing_meshes_;
    options.strict = strict_;
    try {
      return read(path_, options);
    } catch (const Error& error) {
      const std::string where = error.where().empty() ? "" : error.where() + ": ";
      item_.fail(where + error.defect(), error.hint());
    }
  }

 private:
  SceneNode item_;
  std::string path_;
  bool allow_outside_, allow_missing_meshes_ = false, strict_ = false;
};

/// Adds the warning that an item adds no model to the scene. Throws Error if the item is strict.
void warn_of_empty_item(const SceneNode& item, Scene& scene);

}  // namespace cardan
