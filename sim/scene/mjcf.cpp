#include "cardan/mjcf.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <map>
#include <string_view>

#include "cardan/error.h"
#include "cardan/model_spec.h"
#include "core/nearest.h"
#include "core/read_file.h"
#include "sim/scene/mjcf_to_scene.h"

namespace cardan {

namespace mjcf {

void note(Scene& scene, Severity severity, const Source& source, const std::string& element,
          const std::string& message) {
  scene.diagnostics.push_back({severity, source.file, source.line, element, message});
}

Names::Names(const MjcfDescription& description, const MjcfParts& split, const RigidTransform& pose)
    : model(description), parts(split), filters(mjcf_filters(description)) {
  const std::size_t count = model.bodies.size();
  poses.assign(count, pose);
  tree_of.assign(count, -1);
  static_of.assign(count, -1);
  std::vector<char> moves(count);
  for (std::size_t t = 0; t < parts.trees.size(); ++t)
    tree_of[static_cast<std::size_t>(parts.trees[t].body)] = static_cast<int>(t);
  for (std::size_t i = 1; i < count; ++i) {
    const auto parent = static_cast<std::size_t>(model.bodies[i].parent);
    poses[i] = poses[parent] * model.bodies[i].X_PB;
    moves[i] = moves[parent] || !model.bodies[i].joints.empty();
    if (tree_of[i] < 0) tree_of[i] = tree_of[parent];
  }
  // Bodies of a tree above its first joint are fixed to the world.
  for (std::size_t i = 0; i < count; ++i)
    if (!moves[i]) tree_of[i] = -1;
  for (std::size_t s = 0; s < parts.statics.size(); ++s)
    static_of[static_cast<std::size_t>(parts.statics[s].body)] = static_cast<int>(s);
  joints_of.resize(parts.trees.size());
  record_of.assign(model.joints.size(), -1);
  std::vector<std::map<std::string_view, int>> records(parts.trees.size());
  for (std::size_t t = 0; t < parts.trees.size(); ++t) {
    const std::vector<JointRecord>& joints = parts.trees[t].robot.joints;
    for (std::size_t k = 0; k < joints.size(); ++k)
      records[t].emplace(joints[k].name, static_cast<int>(k));
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const int tree = tree_of[at(model.joints[j].body)];
    if (tree < 0) continue;
    joints_of[at(tree)].push_back(static_cast<int>(j));
    const auto found = records[at(tree)].find(model.joints[j].name);
    if (found != records[at(tree)].end()) record_of[j] = found->second;
  }
}

End Names::end(int body) const {
  const auto i = static_cast<std::size_t>(body);
  if (tree_of[i] < 0) {
    int moved = body;
    while (moved > 0 && !model.bodies[at(moved)].mocap) moved = model.bodies[at(moved)].parent;
    if (moved == 0 || static_of[at(moved)] < 0) return {"world", poses[i]};
    return {parts.statics[at(static_of[at(moved)])].name, poses[at(moved)].inverse() * poses[i]};
  }
  return {parts.trees[static_cast<std::size_t>(tree_of[i])].name + "/" + model.bodies[i].name, {}};
}

std::string Names::joint(int index) const {
  const Joint& joint = model.joints[static_cast<std::size_t>(index)];
  const int tree = tree_of[static_cast<std::size_t>(joint.body)];
  return parts.trees[static_cast<std::size_t>(tree)].name + "/" + joint.name;
}

std::string Names::shapes(int body) const {
  const auto i = static_cast<std::size_t>(body);
  if (static_of[i] >= 0) return parts.statics[static_cast<std::size_t>(static_of[i])].name;
  for (const int g : model.bodies[i].geoms)
    if (tree_of[i] >= 0 && filters[static_cast<std::size_t>(g)].mask != 0) return end(body).name;
  return "";
}

namespace {

// A mocap body is driven. Without shapes, it is a dot that touches nothing.
void let_program_move(ModelSpec& spec) {
  constexpr double kDot = 1e-3;  // [m]
  spec.is_static = false;
  spec.kinematic = KinematicSpec{};
  spec.kinematic->driven = true;
  if (!spec.compound.empty()) return;
  CompoundPart dot;
  dot.geometry.kind = GeometryKind::kSphere;
  dot.geometry.size.x() = kDot;
  dot.collision = {0, 0};
  spec.compound.push_back(std::move(dot));
}

ModelSpec static_model(const Names& names, const MjcfStaticBody& body,
                       const std::vector<std::string>& surfaces, const ScenePlacement& placement) {
  const MjcfDescription& model = names.model;
  ModelSpec spec;
  spec.name = body.name;
  spec.is_static = true;
  spec.pose = body.pose;
  for (const int g : model.bodies[static_cast<std::size_t>(body.body)].geoms) {
    const auto i = static_cast<std::size_t>(g);
    const Geom& geom = model.geoms[i];
    if (names.filters[i].mask == 0) continue;
    CompoundPart part;
    if (geom.kind == GeometryKind::kHeightfield) {
      if (geom.hfield < 0) continue;
      part.geometry.kind = GeometryKind::kHeightfield;
      part.geometry.heights = heights_of(model.hfields[static_cast<std::size_t>(geom.hfield)]);
    } else if (!mjcf_geometry(model, geom, part.geometry)) {
      continue;
    }
    part.pose = geom.X_BG;
    part.material = surfaces[i];
    const MjcfFilter filter = placed(names.filters[i], placement.class_bits);
    part.collision = {filter.group, filter.mask};
    spec.compound.push_back(std::move(part));
  }
  if (model.bodies[at(body.body)].mocap) let_program_move(spec);
  return spec;
}

// Coordinates at the start: those of the file, where they differ from the neutral ones.
void set_start(const Names& names, std::size_t tree, const RobotDescription& robot, ModelSpec& spec,
               Scene& scene) {
  for (const int number : names.joints_of[tree]) {
    const Joint& joint = names.model.joints[at(number)];
    if (joint.kind == JointKind::kBall || joint.kind == JointKind::kFree) continue;
    if (names.record_of[at(number)] < 0) continue;
    const JointRecord& record = robot.joints[at(names.record_of[at(number)])];
    const double lower = record.lower.value_or(-kInfinity),
                 upper = record.upper.value_or(kInfinity);
    const double start = std::clamp(joint.ref, lower, upper);
    if (start != joint.ref)
      note(scene, Severity::kWarning, joint.source, "joint \"" + joint.name + "\"",
           "the pose of the file is outside the limits; the joint starts at the nearest one");
    if (start != 0 && spec.posture.empty()) spec.q[joint.name] = start;
    if (joint.limit.given && joint.limited) {
      const Compliance law = law_of(joint.limit, joint.source, "joint", scene);
      if (law.soft()) spec.limits_joints[joint.name] = law;
    }
  }
}

void note_joints(const MjcfDescription& model, Scene& scene) {
  for (const Joint& joint : model.joints) {
    const std::string element = "joint \"" + joint.name + "\"";
    const bool single = joint.kind == JointKind::kHinge || joint.kind == JointKind::kSlide;
    if (!single && joint.limited)
      note(scene, Severity::kWarning, joint.source, element,
           "the limit of a ball joint is left out");
    if (!single && joint.stiffness > 0)
      note(scene, Severity::kWarning, joint.source, element,
           "the spring of a ball or free joint is left out");
    if (joint.spring_damper[0] > 0)
      note(scene, Severity::kWarning, joint.source, element, "springdamper is left out");
  }
}

void note_options(const MjcfDescription& model, Scene& scene) {
  const Options& options = model.options;
  if (options.integrator != "Euler" && options.integrator != "implicit" &&
      options.integrator != "implicitfast")
    note(scene, Severity::kInfo, options.source, "option",
         "integrator " + options.integrator + ": the scene has semi-implicit Euler");
}

}  // namespace

int rigid_root(const MjcfDescription& model, int body) {
  while (body > 0 && model.bodies[at(body)].joints.empty()) body = model.bodies[at(body)].parent;
  return body;
}

namespace {

void note_contacts(const MjcfDescription& model, const Names& names, Scene& scene) {
  if (mjcf_filter_combinations(model) > kMostFilterCombinations)
    note(scene, Severity::kWarning, {model.file, model.line}, "mujoco",
         "there are " + std::to_string(mjcf_filter_combinations(model)) +
             " different combinations of contype, conaffinity and pairs; beyond " +
             std::to_string(kMostFilterCombinations) + ", geoms share the masks of others");
  for (const ContactPair& pair : model.pairs) {
    const int a = model.geoms[at(pair.geom1)].body, b = model.geoms[at(pair.geom2)].body;
    const auto is_same = [&](const ContactExclude& exclude) {
      return std::minmax(exclude.body1, exclude.body2) == std::minmax(a, b);
    };
    if (rigid_root(model, a) == rigid_root(model, b)) {
      note(scene, Severity::kInfo, pair.source, "pair \"" + pair.name + "\"",
           "it has no effect: its geoms are fixed to each other");
    } else if (names.tree_of[at(a)] != names.tree_of[at(b)] &&
               std::any_of(model.excludes.begin(), model.excludes.end(), is_same)) {
      note(scene, Severity::kWarning, pair.source, "pair \"" + pair.name + "\"",
           "it is left out: an <exclude> lists its bodies; remove the <exclude>");
    }
  }
}

void add_excludes(const MjcfDescription& model, const Names& names, MjcfParts& parts,
                  Scene& scene) {
  for (const ContactExclude& exclude : model.excludes) {
    const int tree = names.tree_of[static_cast<std::size_t>(exclude.body1)];
    const std::string& a = model.bodies[static_cast<std::size_t>(exclude.body1)].name;
    const std::string& b = model.bodies[static_cast<std::size_t>(exclude.body2)].name;
    if (tree >= 0 && tree == names.tree_of[static_cast<std::size_t>(exclude.body2)]) {
      parts.trees[static_cast<std::size_t>(tree)].robot.disabled_links.emplace_back(std::min(a, b),
                                                                                    std::max(a, b));
      continue;
    }
    const std::string first = names.shapes(exclude.body1), second = names.shapes(exclude.body2);
    if (!first.empty() && !second.empty()) scene.ignored.emplace_back(first, second);
  }
}

std::vector<std::string> files_of(const MjcfDescription& model) {
  std::vector<std::string> files{model.file};
  files.insert(files.end(), model.included.begin(), model.included.end());
  for (const Mesh& mesh : model.meshes)
    if (!mesh.file.empty()) files.push_back(mesh.file);
  for (const Hfield& field : model.hfields)
    if (!field.file.empty()) files.push_back(field.file);
  return files;
}

void require_no_errors(const MjcfDescription& model) {
  if (const Diagnostic* defect = model.first_error()) {
    throw Error(defect->message, defect->file + ":" + std::to_string(defect->line),
                "correct the error: no scene is made from a description with errors");
  }
}

void require_keyframe(const MjcfDescription& model, const std::string& name) {
  const std::vector<std::string> known = keyframe_names(model);
  if (name.empty() || std::find(known.begin(), known.end(), name) != known.end()) return;
  throw Error("there is no keyframe '" + name + "' with a qpos", model.file,
              known.empty() ? "the file has none" : suggest_name(name, known));
}

// Prefixes the names, moves the poses and sets the filters.
void place(const ScenePlacement& placement, MjcfParts& parts) {
  if (!placement.static_bodies) parts.statics.clear();
  for (MjcfStaticBody& body : parts.statics) {
    body.name = placement.prefix + body.name;
    body.pose = placement.pose * body.pose;
  }
  for (MjcfTree& tree : parts.trees) {
    tree.name = placement.prefix + tree.name;
    tree.pose = placement.pose * tree.pose;
    for (LinkRecord& link : tree.robot.links)
      for (ShapeRecord& shape : link.collisions) place_filter(shape, placement.class_bits);
  }
}

// Pose in W of a tree with a free joint in the keyframe of the placement.
void set_start_pose(const ScenePlacement& placement, const RobotDescription& robot,
                    ModelSpec& spec) {
  for (const JointRecord& joint : robot.joints) {
    if (joint.type != JointType::kFloating || joint.parent != robot.root) continue;
    for (const PostureRecord& posture : robot.postures) {
      const auto found = posture.q.find(joint.name);
      if (posture.name != placement.keyframe || found == posture.q.end()) continue;
      const std::vector<double>& q = found->second;  // x, y, z, w, x, y, z
      const Quaternion turn(q.at(3), q.at(4), q.at(5), q.at(6));
      if (!(turn.norm() > 0)) continue;
      spec.pose = placement.pose *
                  RigidTransform(turn.normalized().toRotationMatrix(), Vector3(q[0], q[1], q[2]));
    }
  }
}

}  // namespace

std::vector<std::string> keyframe_names(const MjcfDescription& model) {
  std::vector<std::string> names;
  for (const Keyframe& key : model.keyframes)
    if (!key.qpos.empty()) names.push_back(key.name);
  return names;
}

std::size_t filter_classes(const MjcfDescription& model) {
  std::uint32_t bits = 1;
  for (const MjcfFilter& filter : mjcf_filters(model)) bits |= filter.group;
  return static_cast<std::size_t>(std::bit_width(bits));
}

MjcfFilter placed(const MjcfFilter& filter, const std::vector<std::uint32_t>& class_bits) {
  if (class_bits.empty()) return filter;
  const auto mapped = [&](std::uint32_t bits) {
    std::uint32_t result = 0;
    for (std::size_t k = 0; k < class_bits.size(); ++k)
      if ((bits >> k & 1U) != 0) result |= class_bits[k];
    return result;
  };
  MjcfFilter result{mapped(filter.group), mapped(filter.mask)};
  if ((filter.mask & 1U) != 0) result.mask |= ~mapped(0xffffffffU);
  return result;
}

void place_filter(ShapeRecord& shape, const std::vector<std::uint32_t>& class_bits) {
  const MjcfFilter filter =
      placed({static_cast<std::uint32_t>(shape.group), static_cast<std::uint32_t>(shape.mask)},
             class_bits);
  shape.group = static_cast<int>(filter.group);
  shape.mask = static_cast<int>(filter.mask);
}

Scene placed_scene(const MjcfDescription& model, const ScenePlacement& placement) {
  require_no_errors(model);
  require_keyframe(model, placement.keyframe);
  Scene scene;
  scene.diagnostics = model.diagnostics;
  scene.files = files_of(model);
  const std::vector<std::string> surfaces = add_surfaces(model, placement.surfaces, scene);
  MjcfParts parts = mjcf_parts(model, surfaces);
  place(placement, parts);
  const Names names(model, parts, placement.pose);
  note_options(model, scene);
  note_joints(model, scene);
  add_tendons(names, parts, scene);
  add_equalities(names, parts, scene);
  for (LoopSpec& loop : scene.loops)
    if (!loop.name.empty()) loop.name = placement.prefix + loop.name;
  note_contacts(model, names, scene);
  add_excludes(model, names, parts, scene);
  for (const MjcfStaticBody& body : parts.statics) {
    scene.models.push_back(static_model(names, body, surfaces, placement));
    scene.lines.models.push_back(model.bodies[at(body.body)].source.line);
  }
  for (std::size_t t = 0; t < parts.trees.size(); ++t) {
    const MjcfTree& tree = parts.trees[t];
    ModelSpec spec;
    spec.name = tree.name;
    spec.pose = tree.pose;
    spec.posture = placement.keyframe;
    if (!placement.keyframe.empty()) set_start_pose(placement, tree.robot, spec);
    set_start(names, t, tree.robot, spec, scene);
    spec.description = std::make_shared<RobotDescription>(tree.robot);
    scene.models.push_back(std::move(spec));
    scene.lines.models.push_back(tree.robot.line);
  }
  add_actuators(names, placement.keyframe, scene);
  add_sensors(names, placement.prefix, scene);
  return scene;
}

}  // namespace mjcf

Scene mjcf_scene(const MjcfDescription& model) {
  constexpr double kDuration = 4;  // [s]
  Scene scene = mjcf::placed_scene(model, {});
  scene.file = model.file;
  scene.name = model.name.empty() ? std::filesystem::path(model.file).stem().string() : model.name;
  scene.time.step = scene.world.step = model.options.timestep;
  scene.time.duration = kDuration;
  scene.world.gravity = model.options.has_gravity ? model.options.gravity : Vector3::Zero();
  return scene;
}

Scene load_mjcf(const std::string& file, const MjcfOptions& options) {
  const MjcfDescription model = read_mjcf(file, options);
  Scene scene = mjcf_scene(model);
  scene.text = read_whole_file(file);
  return scene;
}

}  // namespace cardan
