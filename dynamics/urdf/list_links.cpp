#include <algorithm>

#include "dynamics/urdf/robot_parts.h"

namespace cardan::urdf {

namespace {

// First body of the chain that models a moving joint.
int first_body(const Skeleton& skeleton, const std::string& joint) {
  const int index = skeleton.find_joint(joint);
  return index < 0 ? -1 : skeleton.joints[static_cast<std::size_t>(index)].first_body;
}

}  // namespace

void list_links(const RobotDescription& description, const LinkTree& tree,
                const std::vector<BuiltJoint>& joints, const std::vector<SpatialInertia>& inertias,
                RobotModel& model) {
  const std::size_t count = description.links.size();
  std::vector<RobotLink> links(count);
  std::vector<int> child_of(joints.size(), -1);
  for (std::size_t i = 0; i < count; ++i)
    if (tree.parent_joint[i] >= 0)
      child_of[static_cast<std::size_t>(tree.parent_joint[i])] = static_cast<int>(i);
  for (std::size_t i = 0; i < count; ++i) {
    for (const int joint : tree.children[i]) {
      const int child = child_of[static_cast<std::size_t>(joint)];
      if (child >= 0) links[static_cast<std::size_t>(child)].parent = static_cast<int>(i);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    links[i].name = description.links[i].name;
    links[i].inertia = inertias[i];
    if (tree.parent_joint[i] < 0) continue;
    const BuiltJoint& joint = joints[static_cast<std::size_t>(tree.parent_joint[i])];
    links[i].joint = joint.record->name;
    links[i].fixed = joint.type == JointType::kFixed;
    if (!links[i].fixed) links[i].first_body = first_body(*model.skeleton, links[i].joint);
  }
  const bool lumped =
      std::any_of(links.begin(), links.end(), [](const RobotLink& link) { return link.fixed; });
  if (lumped) model.links = std::move(links);
}

}  // namespace cardan::urdf
