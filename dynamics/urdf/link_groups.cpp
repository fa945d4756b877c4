#include "dynamics/urdf/link_groups.h"

#include <algorithm>

#include "dynamics/urdf/option_names.h"

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

// Types of the moving joints of the root body.
std::vector<JointType> joints_of_root(const LinkTree& tree, const std::vector<BuiltJoint>& joints) {
  std::vector<JointType> types;
  for (int link : tree.groups[0].links) {
    for (int joint : tree.children[at(link)])
      if (joints[at(joint)].type != JointType::kFixed) types.push_back(joints[at(joint)].type);
  }
  return types;
}

// True if a floating joint of the file is attached directly to a root without mass. The robot then
// floats without an added joint.
bool root_floats_by_itself(const LinkTree& tree, const std::vector<JointType>& joints) {
  return !joints.empty() && tree.groups[0].inertia.mass == 0 &&
         std::all_of(joints.begin(), joints.end(),
                     [](JointType type) { return type == JointType::kFloating; });
}

RobotBase automatic_base(const RobotDescription& description, const LinkTree& tree,
                         const std::vector<JointType>& joints, const UrdfOptions& options,
                         std::string& reason) {
  const RobotBase held = tree.groups.size() == 1 ? RobotBase::kStatic : RobotBase::kFixed;
  const std::string root = "the root link \"" + description.root + "\"";
  if (description.srdf.virtual_joint_type) {
    const std::string& type = *description.srdf.virtual_joint_type;
    reason = "the SRDF's virtual joint is " + type;
    if (type == "planar") reason += "; a planar base is simulated as floating";
    return type == "fixed" ? RobotBase::kFixed : RobotBase::kFloating;
  }
  if (description.root == "world" || description.root == "base_footprint") {
    reason = "the root link is named " + description.root;
    return RobotBase::kFixed;
  }
  if (description.is_static) {
    reason = "a <gazebo> block declares it static";
    return held;
  }
  if (tree.groups[0].inertia.mass == 0) {
    reason = "the root body \"" + description.root + "\" has no mass and can't float";
    return held;
  }
  // Above the trunk of a legged or wheeled robot, a link without inertia is only a frame.
  const LinkRecord& link = description.links[at(tree.root)];
  const bool bare = !link.inertial || link.inertial->mass == 0;
  if (bare && joints.size() == 1) {
    reason = root + " has no inertia, and its body carries a single chain";
    return held;
  }
  reason = bare ? root +
                      " has no inertia, but fixed joints give its body mass, and its body "
                      "carries " +
                      (joints.empty() ? "no joint" : std::to_string(joints.size()) + " joints")
                : root + " has inertia";
  reason += "; to fix it: " + fixed_base_option(options.caller);
  return RobotBase::kFloating;
}

}  // namespace

RobotBase decide_base(const RobotDescription& description, const LinkTree& tree,
                      const std::vector<BuiltJoint>& joints, const UrdfOptions& options,
                      std::string& reason) {
  if (options.base == UrdfBase::kFixed) {
    reason = "as requested";
    return RobotBase::kFixed;
  }
  const std::vector<JointType> moving = joints_of_root(tree, joints);
  if (root_floats_by_itself(tree, moving)) {
    reason = "the file has a floating joint below its root";
    return RobotBase::kFixed;  // the joint below the root floats
  }
  if (options.base == UrdfBase::kAuto)
    return automatic_base(description, tree, moving, options, reason);
  reason = "as requested";
  return RobotBase::kFloating;
}

}  // namespace cardan::urdf
