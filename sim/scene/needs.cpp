#include <filesystem>

#include "cardan/scene.h"
#include "sim/scene/scene_reader.h"

namespace cardan {

namespace {

std::vector<SceneNode> missing(const SceneNode& root) {
  std::vector<SceneNode> nodes;
  const auto needs = root.find("needs");
  if (!needs) return nodes;
  for (const SceneNode& item : needs->items()) {
    std::error_code unreachable;
    if (!std::filesystem::exists(item.path_relative_to_file(), unreachable)) nodes.push_back(item);
  }
  return nodes;
}

std::vector<std::string> paths_of(const std::vector<SceneNode>& nodes) {
  std::vector<std::string> paths;
  paths.reserve(nodes.size());
  for (const SceneNode& node : nodes) paths.push_back(node.path_relative_to_file());
  return paths;
}

}  // namespace

void require_needs(const SceneNode& root) {
  const std::vector<SceneNode> nodes = missing(root);
  if (nodes.empty()) return;
  nodes.front().fail("'" + nodes.front().path_relative_to_file() + "' is missing",
                     "the scene needs it; skip the scene on this machine");
}

std::vector<std::string> missing_needs(const std::string& file) {
  return paths_of(missing(SceneNode::load(file)));
}

SceneHead read_scene_head(const std::string& file) {
  const SceneNode root = SceneNode::load(file);
  SceneHead head;
  head.is_scene = root.find("cardan").has_value();
  if (!head.is_scene) return head;
  const auto name = root.find("name");
  head.name = name ? name->word() : std::filesystem::path(file).stem().string();
  if (const auto tags = root.find("tags")) {
    for (const SceneNode& tag : tags->items()) head.tags.push_back(tag.word());
  }
  head.missing = paths_of(missing(root));
  return head;
}

}  // namespace cardan
