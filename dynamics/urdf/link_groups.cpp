#include "cardan/dynamics/urdf/link_groups_internal.h"

namespace cardan::urdf {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

void connect(LinkTree& tree, const RobotDescription& description) {
  std::map<std::string, int> index;
  for (std::size_t i = 0; i < description.links.size(); ++i) {
    index[description.links[i].name] = static_cast<int>(i);
  }
  tree.root = index.at(description.root);
  tree.parent_joint.assign(description.links.size(), -1);
  tree.children.resize(description.links.size());
  for (std::size_t j = 0; j < description.joints.size(); ++j) {
    const JointRecord& joint = description.joints[j];
    tree.parent_joint[at(index.at(joint.child))] = static_cast<int>(j);
    tree.children[at(index.at(joint.parent))].push_back(static_cast<int>(j));
  }
}

// Adds a link to the group of its parent, or opens a new group.
void place_link(LinkTree& tree, const RobotDescription& description,
                const std::vector<BuiltJoint>& joints, int link, int parent) {
  const int joint = tree.parent_joint[at(link)];
  if (joint >= 0 && joints[at(joint)].type == JointType::kFixed) {
    tree.group[at(link)] = tree.group[at(parent)];
    tree.X_GL[at(link)] = tree.X_GL[at(parent)] * joints[at(joint)].X_PJ;
  } else {
    if (parent >= 0) tree.groups[at(tree.group[at(parent)])].leaf = false;
    tree.group[at(link)] = static_cast<int>(tree.groups.size());
    tree.X_GL[at(link)] = RigidTransform();
    tree.groups.push_back({link, joint, true, {}, {}});
  }
  LinkGroup& group = tree.groups[at(tree.group[at(link)])];
  group.links.push_back(link);
  const LinkRecord& record = description.links[at(link)];
  if (record.inertial) {
    group.inertia =
        group.inertia + record.inertial->in_link_frame().transformed(tree.X_GL[at(link)]);
  }
}

}  // namespace

LinkTree make_link_tree(const RobotDescription& description,
                        const std::vector<BuiltJoint>& joints) {
  LinkTree tree;
  connect(tree, description);
  std::map<std::string, int> index;
  for (std::size_t i = 0; i < description.links.size(); ++i) {
    index[description.links[i].name] = static_cast<int>(i);
  }
  tree.group.assign(description.links.size(), -1);
  tree.X_GL.resize(description.links.size());
  std::vector<std::pair<int, int>> stack{{tree.root, -1}};  // link, parent link
  while (!stack.empty()) {
    const auto [link, parent] = stack.back();
    stack.pop_back();
    place_link(tree, description, joints, link, parent);
    for (int joint : tree.children[at(link)]) {
      stack.emplace_back(index.at(description.joints[at(joint)].child), link);
    }
  }
  return tree;
}

namespace {

// True if a floating joint of the file is attached directly to a root without mass. The robot then
// floats without an added joint.
bool root_floats_by_itself(const LinkTree& tree, const std::vector<BuiltJoint>& joints) {
  int moving = 0;
  bool floating = true;
  for (int link : tree.groups[0].links) {
    for (int joint : tree.children[at(link)]) {
      if (joints[at(joint)].type == JointType::kFixed) continue;
      ++moving;
      floating = floating && joints[at(joint)].type == JointType::kFloating;
    }
  }
  return moving > 0 && floating && tree.groups[0].inertia.mass == 0;
}

RobotBase automatic_base(const RobotDescription& description, const LinkTree& tree,
                         std::string& reason) {
  if (description.srdf.virtual_joint_type) {
    const std::string& type = *description.srdf.virtual_joint_type;
    reason = "the SRDF's virtual joint is " + type;
    if (type == "planar") reason += "; a planar base is simulated as floating";
    return type == "fixed" ? RobotBase::kFixed : RobotBase::kFloating;
  }
  if (description.root == "world") {
    reason = "the root link is named world";
    return RobotBase::kFixed;
  }
  if (description.is_static) {
    reason = "a <gazebo> block declares it static";
    return tree.groups.size() == 1 ? RobotBase::kStatic : RobotBase::kFixed;
  }
  if (tree.groups[0].inertia.mass == 0) {
    reason = "the root body \"" + description.root + "\" has no mass and can't float";
    return tree.groups.size() == 1 ? RobotBase::kStatic : RobotBase::kFixed;
  }
  reason = "the URDF does not fix it";
  return RobotBase::kFloating;
}

}  // namespace

RobotBase decide_base(const RobotDescription& description, const LinkTree& tree,
                      const std::vector<BuiltJoint>& joints, const UrdfOptions& options,
                      std::string& reason) {
  RobotBase base = options.base == UrdfBase::kFixed ? RobotBase::kFixed : RobotBase::kFloating;
  reason = "as requested";
  if (options.base == UrdfBase::kAuto) base = automatic_base(description, tree, reason);
  if (base != RobotBase::kFloating) return base;
  if (root_floats_by_itself(tree, joints)) {
    reason = "the file has a floating joint below its root";
    return RobotBase::kFixed;  // the joint below the root floats
  }
  return base;
}

}  // namespace cardan::urdf
