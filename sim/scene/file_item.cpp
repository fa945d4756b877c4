#include "sim/scene/file_item.h"

#include <filesystem>

namespace cardan {

FileItem::FileItem(const SceneNode& item, const std::string& key)
    : item_(item), allow_outside_(!item.is_confined()) {
  const SceneNode node = item.require(key);
  path_ = node.path_relative_to_file();
  node.require_file(path_);
  if (const auto missing = item.find("allow_missing_meshes"))
    allow_missing_meshes_ = missing->boolean();
  if (const auto strict = item.find("strict")) strict_ = strict->boolean();
}

std::string FileItem::identity() const {
  return std::filesystem::path(path_).lexically_normal().string() +
         (allow_missing_meshes_ ? "\n1" : "\n0") + (strict_ ? "1" : "0");
}

void warn_of_empty_item(const SceneNode& item, Scene& scene) {
  const std::string message = "the file adds no model";
  const auto strict = item.find("strict");
  if (strict && strict->boolean()) item.fail(message, "remove the item, or its key 'strict'");
  scene.diagnostics.push_back({Severity::kWarning, scene.file, item.line(), item.path(), message});
}

}  // namespace cardan
