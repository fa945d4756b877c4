#include "cardan/sim/scene_needs.h"

#include <filesystem>

#include "cardan/sim/scene_internal.h"

namespace cardan {

namespace {

std::vector<SceneNode> missing(const SceneNode& root) {
  std::vector<SceneNode> nodes;
  const auto needs = root.find("needs");
  if (!needs) return nodes;
  for (const SceneNode& item : needs->items()) {
    if (!std::filesystem::exists(item.path_relative_to_file())) nodes.push_back(item);
  }
  return nodes;
}

}  // namespace

void require_needs(const SceneNode& root) {
  const std::vector<SceneNode> nodes = missing(root);
  if (nodes.empty()) return;
  nodes.front().fail("'" + nodes.front().path_relative_to_file() + "' is not there",
                     "the scene needs it; leave the scene out on this machine");
}

std::vector<std::string> missing_needs(const std::string& file) {
  std::vector<std::string> paths;
  for (const SceneNode& node : missing(SceneNode::load(file)))
    paths.push_back(node.path_relative_to_file());
  return paths;
}

}  // namespace cardan
