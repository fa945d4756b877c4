#include "dynamics/mjcf/mjcf_trees.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "cardan/skeleton.h"
#include "core/distinct_names.h"
#include "geometry/shape_form.h"

namespace cardan {

namespace mjcf {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

RigidTransform turned(const Vector3& axis, double turn) {
  return {Eigen::AngleAxisd(turn, axis).toRotationMatrix(), Vector3::Zero()};
}

/// Sum of the bounds of the actuators of a joint.
struct Drive {
  bool driven = false;
  double effort = 0;  ///< [N m, N]; infinite: no bound
};

// The greatest effort of an actuator at a joint, with this coefficient of its transmission.
double bound_of(const MjcfDescription& model, const Actuator& actuator, double coefficient) {
  double force = kInfinity;
  const auto greatest = [](const std::array<double, 2>& range) {
    return std::max(std::abs(range[0]), std::abs(range[1]));
  };
  if (actuator.force_limited) force = greatest(actuator.force_range);
  const bool direct = actuator.bias == std::array<double, 3>{0, 0, 0} &&
                      actuator.gain_slopes == std::array<double, 2>{0, 0};
  if (direct && actuator.ctrl_limited && model.options.clamp_ctrl)
    force = std::min(force, std::abs(actuator.gain) * greatest(actuator.ctrl_range));
  return force * std::abs(coefficient);
}

std::vector<Drive> drives_of(const MjcfDescription& model) {
  std::vector<Drive> drives(model.joints.size());
  if (!model.options.actuation) return drives;
  const auto add = [&](int joint, const Actuator& actuator, double coefficient) {
    Drive& drive = drives[at(joint)];
    drive.driven = true;
    if (coefficient != 0) drive.effort += bound_of(model, actuator, coefficient);
  };
  for (const Actuator& actuator : model.actuators) {
    if (actuator.target < 0) continue;
    const bool of_joint = actuator.transmission == Transmission::kJoint ||
                          actuator.transmission == Transmission::kJointInParent;
    if (of_joint) add(actuator.target, actuator, actuator.gear[0]);
    if (actuator.transmission == Transmission::kTendon)
      for (const TendonTerm& term : model.tendons[at(actuator.target)].terms)
        add(term.joint, actuator, actuator.gear[0] * term.coefficient);
  }
  for (std::size_t i = 0; i < drives.size(); ++i) {
    const Joint& joint = model.joints[i];
    if (drives[i].driven && joint.force_limited)
      drives[i].effort = std::min(drives[i].effort, std::max(std::abs(joint.force_range[0]),
                                                             std::abs(joint.force_range[1])));
  }
  return drives;
}

// Friction of a geom without its rules for pairs.
void set_friction(const Geom& geom, MaterialRecord& material) {
  material.mu_static = material.mu_kinetic = geom.condim > 1 ? geom.friction[0] : 0;
  if (geom.condim > 3) material.mu_torsion = geom.friction[1];
  if (geom.condim > 4) material.mu_rolling = geom.friction[2];
}

/// A world in which bodies become links.
class TreeBuilder {
 public:
  explicit TreeBuilder(const MjcfDescription& model, const std::vector<std::string>& surfaces)
      : model_(model),
        surfaces_(surfaces),
        filters_(mjcf_filters(model)),
        drives_(drives_of(model)) {
    children_.resize(model.bodies.size());
    moves_.resize(model.bodies.size());
    below_.resize(model.bodies.size());
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      const Body& body = model.bodies[i];
      children_[at(body.parent)].push_back(static_cast<int>(i));
      moves_[i] = moves_[at(body.parent)] || !body.joints.empty();
    }
    for (std::size_t i = model.bodies.size(); i-- > 1;) {
      below_[i] = below_[i] || moves_[i];
      if (below_[i]) below_[at(model.bodies[i].parent)] = 1;
    }
    std::vector<RigidTransform> poses(model.bodies.size());
    for (std::size_t i = 1; i < model.bodies.size(); ++i)
      poses[i] = poses[at(model.bodies[i].parent)] * model.bodies[i].X_PB;
    poses_ = std::move(poses);
    first_q_.reserve(model.joints.size());
    std::size_t q = 0;
    for (const Joint& joint : model.joints) {
      first_q_.push_back(q);
      q += coordinates(joint);
    }
    std::vector<int> tops(model.bodies.size());
    for (std::size_t i = 1; i < model.bodies.size(); ++i)
      tops[i] =
          model.bodies[i].parent == 0 ? static_cast<int>(i) : tops[at(model.bodies[i].parent)];
    for (std::size_t i = 0; i < model.pairs.size(); ++i) {
      const ContactPair& pair = model.pairs[i];
      const int top = tops[at(model.geoms[at(pair.geom1)].body)];
      if (top == tops[at(model.geoms[at(pair.geom2)].body)])
        pairs_of_tree_.emplace(top, static_cast<int>(i));
    }
    for (const Joint& joint : model.joints) joint_names_.insert(joint.name);
    for (const Body& body : model.bodies) links_.insert(body.name);
  }

  MjcfParts parts() {
    MjcfParts parts;
    for (const int top : children_[0]) {
      if (!below_[at(top)]) continue;
      MjcfTree tree;
      tree.body = top;
      tree.name = fresh(model_.bodies[at(top)].name);
      tree.pose = poses_[at(top)];
      fill(tree);
      parts.trees.push_back(std::move(tree));
    }
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) {
      if (moves_[i] || !(model_.bodies[i].mocap || collides(static_cast<int>(i)))) continue;
      const std::string made = i == 0 ? "ground" : model_.bodies[i].name;
      parts.statics.push_back({static_cast<int>(i), fresh(made), poses_[i]});
    }
    return parts;
  }

 private:
  static std::size_t coordinates(const Joint& joint) {
    return joint.kind == JointKind::kFree ? 7 : joint.kind == JointKind::kBall ? 4 : 1;
  }

  // Distinct name of a model.
  std::string fresh(std::string name) {
    std::replace(name.begin(), name.end(), '/', '.');
    return made_names_.make(
        name, "_", [&](const std::string& one) { return model_names_.insert(one).second; });
  }

  std::string distinct(const std::string& name, std::set<std::string>& names) {
    return made_names_.make(name, "",
                            [&](const std::string& one) { return names.insert(one).second; });
  }

  bool collides(int body) const {
    for (const int g : model_.bodies[at(body)].geoms)
      if (filters_[at(g)].mask != 0) return true;
    return false;
  }

  void fill(MjcfTree& tree) {
    RobotDescription& robot = tree.robot;
    robot.name = tree.name;
    robot.file = model_.file;
    robot.line = model_.bodies[at(tree.body)].source.line;
    robot.root = "world";
    robot.adjacency = model_.options.filter_parent ? Adjacency::kThroughMassless : Adjacency::kNone;
    LinkRecord world;
    world.name = "world";
    world.base_only = true;
    robot.links.push_back(world);
    std::vector<int> joints, stack{tree.body};
    while (!stack.empty()) {
      const int body = stack.back();
      stack.pop_back();
      const std::vector<int>& own = model_.bodies[at(body)].joints;
      joints.insert(joints.end(), own.begin(), own.end());
      add_body(tree, body);
      const std::vector<int>& children = children_[at(body)];
      stack.insert(stack.end(), children.rbegin(), children.rend());
    }
    set_postures(robot, joints);
    set_pairs(robot, tree.body);
  }

  // A link and the joint above it.
  void attach(RobotDescription& robot, LinkRecord link, JointRecord joint,
              const std::string& parent, const RigidTransform& X_PJ) {
    joint.parent = parent;
    joint.child = link.name;
    joint.origin.given = true;
    joint.origin.xyz = X_PJ.p;
    const Quaternion q(X_PJ.R);
    joint.origin.quat_xyzw = {q.x(), q.y(), q.z(), q.w()};
    joint.type_name = joint_type_name(joint.type);
    robot.links.push_back(std::move(link));
    robot.joints.push_back(std::move(joint));
  }

  void add_body(MjcfTree& tree, int index) {
    const Body& body = model_.bodies[at(index)];
    RobotDescription& robot = tree.robot;
    const bool top = index == tree.body;
    std::string parent = top ? "world" : model_.bodies[at(body.parent)].name;
    RigidTransform X = top ? RigidTransform() : body.X_PB;  // of the body in the link `parent`
    for (std::size_t k = 0; k < body.joints.size(); ++k) {
      const Joint& joint = model_.joints[at(body.joints[k])];
      RigidTransform X_PJ = X;
      const bool turns = joint.kind == JointKind::kHinge || joint.kind == JointKind::kBall;
      X = RigidTransform();
      if (turns) {
        X_PJ = X_PJ * RigidTransform(joint.pos);
        X = RigidTransform(Vector3(-joint.pos));
      }
      if (joint.kind == JointKind::kHinge && joint.ref != 0)
        X_PJ = X_PJ * turned(joint.axis, -joint.ref);
      if (joint.kind == JointKind::kSlide)
        X_PJ = X_PJ * RigidTransform(Vector3(-joint.ref * joint.axis));
      const bool last = k + 1 == body.joints.size() && X.p.isZero(0);
      LinkRecord link;
      link.line = joint.source.line;
      link.name = body.name;
      if (last) {
        finish(robot, link, index);
      } else {
        link.name = distinct(body.name + ":" + joint.name, links_);
      }
      const std::string name = link.name;
      attach(robot, std::move(link), joint_record(joint, body.joints[k]), parent, X_PJ);
      parent = name;
      if (last) return;
    }
    JointRecord fixed;
    fixed.name = distinct(body.name + "_fixed", joint_names_);
    fixed.line = body.source.line;
    fixed.type = JointType::kFixed;
    LinkRecord link;
    link.line = body.source.line;
    link.name = body.name;
    finish(robot, link, index);
    attach(robot, std::move(link), std::move(fixed), parent, X);
  }

  JointRecord joint_record(const Joint& joint, int index) const {
    JointRecord record;
    record.name = joint.name;
    record.line = joint.source.line;
    record.axis = joint.axis;
    const bool single = joint.kind == JointKind::kHinge || joint.kind == JointKind::kSlide;
    record.type = joint.kind == JointKind::kFree    ? JointType::kFloating
                  : joint.kind == JointKind::kBall  ? JointType::kSpherical
                  : joint.kind == JointKind::kSlide ? JointType::kPrismatic
                  : joint.limited                   ? JointType::kRevolute
                                                    : JointType::kContinuous;
    if (single && joint.limited && model_.options.limits) {
      record.has_limit = true;
      record.lower = joint.range[0];
      record.upper = joint.range[1];
    } else if (record.type == JointType::kRevolute) {
      record.type = JointType::kContinuous;
    }
    if (model_.options.dampers) record.damping = joint.damping;
    if (model_.options.springs && single) {
      record.spring_stiffness = joint.stiffness;
      record.spring_reference = joint.spring_reference;
    }
    if (model_.options.friction_loss) record.friction = joint.friction;
    record.armature = joint.armature;
    const Drive& drive = drives_[at(index)];
    FreedomRecord freedom;
    freedom.line = record.line;
    freedom.actuated = single && drive.driven;
    if (drive.driven && std::isfinite(drive.effort) && drive.effort > 0)
      freedom.effort = drive.effort;
    record.freedoms.push_back(freedom);
    return record;
  }

  // Inertia and shapes of a body.
  void finish(RobotDescription&, LinkRecord& link, int index) const {
    const Body& body = model_.bodies[at(index)];
    if (body.inertia.mass > 0 || !body.inertia.inertia.isZero(0)) {
      InertialRecord inertial;
      inertial.line = body.inertia_line > 0 ? body.inertia_line : body.source.line;
      inertial.origin.given = true;
      inertial.origin.xyz = body.inertia.com;
      inertial.mass = body.inertia.mass;
      inertial.inertia = body.inertia.inertia;
      link.inertial = inertial;
    }
    for (const int g : body.geoms) {
      const Geom& geom = model_.geoms[at(g)];
      ShapeRecord shape;
      shape.line = geom.source.line;
      shape.name = geom.name;
      if (!mjcf_geometry(model_, geom, shape.geometry)) continue;
      shape.usable = true;
      shape.tag = geometry_kind_name(shape.geometry.kind);
      shape.X_LS = geom.X_BG;
      shape.mesh_uri = shape.geometry.mesh_file;
      shape.appearance.rgba = geom.rgba;
      link.visuals.push_back(shape);
      if (filters_[at(g)].mask == 0 || !moves_[at(index)]) continue;
      shape.appearance = {};
      shape.group = static_cast<int>(filters_[at(g)].group);
      shape.mask = static_cast<int>(filters_[at(g)].mask);
      if (surfaces_.empty()) {
        set_friction(geom, shape.material);
      } else {
        shape.surface = surfaces_[at(g)];
      }
      link.collisions.push_back(std::move(shape));
    }
  }

  // Geoms that <pair> lists collide whatever their bodies are. Both have names, as <pair> needs
  // them.
  void set_pairs(RobotDescription& robot, int top) const {
    const auto [first, last] = pairs_of_tree_.equal_range(top);
    for (auto it = first; it != last; ++it) {
      const ContactPair& pair = model_.pairs[at(it->second)];
      const auto [a, b] =
          std::minmax(model_.geoms[at(pair.geom1)].name, model_.geoms[at(pair.geom2)].name);
      robot.colliding_shapes.emplace_back(a, b);
    }
  }

  // Coordinates of these joints in each keyframe.
  void set_postures(RobotDescription& robot, const std::vector<int>& joints) const {
    for (const Keyframe& key : model_.keyframes) {
      if (key.qpos.empty()) continue;
      PostureRecord posture;
      posture.name = key.name;
      for (const int number : joints) {
        const Joint& joint = model_.joints[at(number)];
        const std::size_t first = first_q_[at(number)], end = first + coordinates(joint);
        if (end > key.qpos.size()) continue;
        posture.q[joint.name].assign(key.qpos.begin() + static_cast<std::ptrdiff_t>(first),
                                     key.qpos.begin() + static_cast<std::ptrdiff_t>(end));
      }
      robot.postures.push_back(std::move(posture));
    }
  }

  const MjcfDescription& model_;
  const std::vector<std::string>& surfaces_;
  std::vector<MjcfFilter> filters_;
  std::vector<Drive> drives_;
  std::vector<std::vector<int>> children_;
  std::multimap<int, int> pairs_of_tree_;  ///< by the top body of both geoms
  std::vector<char> moves_;                ///< a joint lies between the body and the world
  std::vector<char> below_;                ///< the body or one below it moves
  std::vector<RigidTransform> poses_;
  std::vector<std::size_t> first_q_;  ///< index of the first coordinate of each joint in a qpos
  std::set<std::string> model_names_{"world"}, links_{"world"}, joint_names_;
  DistinctNames made_names_;
};

}  // namespace
}  // namespace mjcf

MjcfParts mjcf_parts(const MjcfDescription& description, const std::vector<std::string>& surfaces) {
  return mjcf::TreeBuilder(description, surfaces).parts();
}

bool mjcf_geometry(const MjcfDescription& description, const mjcf::Geom& geom,
                   GeometryRecord& geometry) {
  if (geom.kind == GeometryKind::kHeightfield) return false;
  geometry.kind = geom.kind;
  if (geom.kind == GeometryKind::kMesh) {
    if (geom.mesh < 0) return false;
    const mjcf::Mesh& mesh = description.meshes[static_cast<std::size_t>(geom.mesh)];
    if (!mesh.triangles) return false;
    geometry.parts = {mesh.triangles};
    geometry.mesh_scale = mesh.scale;
    if (mesh.one_part) geometry.mesh_file = mesh.file;
    return true;
  }
  const ShapeSizes& sizes = form_of(geom.kind).sizes;
  for (int i = 0; i < sizes.count; ++i)
    geometry.size[i] = geom.size[i] / sizes.mjcf[static_cast<std::size_t>(i)];
  return true;
}

namespace mjcf {
namespace {

using FilterKey =
    std::array<std::uint32_t, 3>;  // contype, conaffinity, number of the geom of a pair

constexpr FilterKey kOtherModels{1, 1, 0};

std::vector<FilterKey> filter_keys(const MjcfDescription& description) {
  std::vector<char> paired(description.geoms.size());
  for (const ContactPair& pair : description.pairs)
    paired[at(pair.geom1)] = paired[at(pair.geom2)] = 1;
  std::vector<FilterKey> keys;
  for (std::size_t i = 0; i < description.geoms.size(); ++i) {
    const Geom& geom = description.geoms[i];
    keys.push_back(
        {geom.contype, geom.conaffinity, paired[i] ? static_cast<std::uint32_t>(i + 1) : 0U});
  }
  return keys;
}

}  // namespace
}  // namespace mjcf

std::size_t mjcf_filter_combinations(const MjcfDescription& description) {
  const std::vector<mjcf::FilterKey> keys = mjcf::filter_keys(description);
  std::set<mjcf::FilterKey> distinct(keys.begin(), keys.end());
  distinct.insert(mjcf::kOtherModels);
  return distinct.size();
}

// Geoms with the same masks, and each geom of a pair, are a class with a bit of its own. The first
// bit is that of models of other files, which are in group 1 with a mask of all bits.
std::vector<MjcfFilter> mjcf_filters(const MjcfDescription& description) {
  using Key = mjcf::FilterKey;
  std::vector<Key> classes{mjcf::kOtherModels};
  std::vector<std::size_t> class_of;
  for (const Key& key : mjcf::filter_keys(description)) {
    auto found = std::find(classes.begin(), classes.end(), key);
    if (found == classes.end()) {
      // Beyond 32 classes: pairs share the class of their masks, then all share the last bit.
      const Key plain{key[0], key[1], 0};
      const bool full = classes.size() >= kMostFilterCombinations;
      found = full ? std::find(classes.begin(), classes.end(), plain) : classes.end();
      if (full && found == classes.end()) {
        found = classes.end() - 1;
      } else if (!full) {
        classes.push_back(key);
        found = classes.end() - 1;
      }
    }
    class_of.push_back(static_cast<std::size_t>(found - classes.begin()));
  }
  std::vector<std::uint32_t> masks(classes.size());
  const auto join = [&](std::size_t a, std::size_t b) {
    masks[a] |= std::uint32_t{1} << b;
    masks[b] |= std::uint32_t{1} << a;
  };
  for (std::size_t a = 0; a < classes.size(); ++a)
    for (std::size_t b = a; b < classes.size(); ++b)
      if ((classes[a][0] & classes[b][1]) != 0 || (classes[b][0] & classes[a][1]) != 0) join(a, b);
  for (const mjcf::ContactPair& pair : description.pairs)
    join(class_of[static_cast<std::size_t>(pair.geom1)],
         class_of[static_cast<std::size_t>(pair.geom2)]);
  std::vector<MjcfFilter> filters;
  filters.reserve(class_of.size());
  const bool on = description.options.contacts;
  for (const auto number : class_of)
    filters.push_back({std::uint32_t{1} << number, on ? masks[number] : 0});
  return filters;
}

}  // namespace cardan
