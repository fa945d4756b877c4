#include "cardan/scene/mjcf.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "cardan/core/error.h"
#include "cardan/scene/mjcf_internal.h"

namespace cardan {

namespace mjcf {

void note(Scene& scene, Severity severity, const Source& source, const std::string& element,
          const std::string& message) {
  scene.diagnostics.push_back({severity, source.file, source.line, element, message});
}

Names::Names(const MjcfDescription& description, const MjcfParts& split)
    : model(description), parts(split) {
  const std::size_t count = model.bodies.size();
  poses.resize(count);
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
}

End Names::end(int body) const {
  const auto i = static_cast<std::size_t>(body);
  if (tree_of[i] < 0) return {"world", poses[i]};
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
  const std::vector<MjcfFilter> filters = mjcf_filters(model);
  for (const int g : model.bodies[i].geoms)
    if (tree_of[i] >= 0 && filters[static_cast<std::size_t>(g)].mask != 0) return end(body).name;
  return "";
}

namespace {

ModelSpec static_model(const MjcfDescription& model, const MjcfStaticBody& body,
                       const std::vector<std::string>& surfaces,
                       const std::vector<MjcfFilter>& filters) {
  ModelSpec spec;
  spec.name = body.name;
  spec.is_static = true;
  spec.pose = body.pose;
  for (const int g : model.bodies[static_cast<std::size_t>(body.body)].geoms) {
    const auto i = static_cast<std::size_t>(g);
    const Geom& geom = model.geoms[i];
    if (filters[i].mask == 0) continue;
    CompoundPart part;
    if (geom.kind == GeomKind::kHfield) {
      if (geom.hfield < 0) continue;
      part.geometry.kind = GeometryKind::kHeightfield;
      part.geometry.heights = heights_of(model.hfields[static_cast<std::size_t>(geom.hfield)]);
    } else if (!mjcf_geometry(model, geom, part.geometry)) {
      continue;
    }
    part.pose = geom.X_BG;
    part.material = surfaces[i];
    part.collision = {filters[i].group, filters[i].mask};
    spec.compound.push_back(std::move(part));
  }
  return spec;
}

// Coordinates at the start: those of the file, where they differ from the neutral ones.
void set_start(const MjcfDescription& model, const Names& names, std::size_t tree,
               const RobotDescription& robot, ModelSpec& spec, Scene& scene) {
  for (const Joint& joint : model.joints) {
    if (names.tree_of[static_cast<std::size_t>(joint.body)] != static_cast<int>(tree)) continue;
    if (joint.kind == JointKind::kBall || joint.kind == JointKind::kFree) continue;
    const auto record =
        std::find_if(robot.joints.begin(), robot.joints.end(),
                     [&](const JointRecord& one) { return one.name == joint.name; });
    if (record == robot.joints.end()) continue;
    const double lower = record->lower.value_or(-kInfinity),
                 upper = record->upper.value_or(kInfinity);
    const double start = std::clamp(joint.ref, lower, upper);
    if (start != joint.ref)
      note(scene, Severity::kWarning, joint.source, "joint \"" + joint.name + "\"",
           "the pose of the file is outside the limits; the joint starts at the nearest one");
    if (start != 0) spec.q[joint.name] = start;
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

}  // namespace
}  // namespace mjcf

Scene mjcf_scene(const MjcfDescription& model) {
  if (const Diagnostic* defect = model.first_error()) {
    throw Error(defect->message, defect->file + ":" + std::to_string(defect->line),
                "correct the error: no scene is made from a description with errors");
  }
  constexpr double kDuration = 4;  // [s]
  Scene scene;
  scene.file = model.file;
  scene.name = model.name.empty() ? std::filesystem::path(model.file).stem().string() : model.name;
  scene.diagnostics = model.diagnostics;
  scene.time.step = scene.world.step = model.options.timestep;
  scene.time.duration = kDuration;
  scene.world.gravity = model.options.has_gravity ? model.options.gravity : Vector3::Zero();
  const std::vector<std::string> surfaces = mjcf::add_surfaces(model, "", scene);
  MjcfParts parts = mjcf_parts(model, surfaces);
  const mjcf::Names names(model, parts);
  mjcf::note_options(model, scene);
  mjcf::note_joints(model, scene);
  mjcf::add_tendons(names, parts, scene);
  mjcf::add_equalities(names, parts, scene);
  mjcf::add_excludes(model, names, parts, scene);
  const std::vector<MjcfFilter> filters = mjcf_filters(model);
  for (const MjcfStaticBody& body : parts.statics) {
    scene.models.push_back(mjcf::static_model(model, body, surfaces, filters));
    scene.lines.models.push_back(model.bodies[static_cast<std::size_t>(body.body)].source.line);
  }
  for (std::size_t t = 0; t < parts.trees.size(); ++t) {
    const MjcfTree& tree = parts.trees[t];
    ModelSpec spec;
    spec.name = tree.name;
    spec.pose = tree.pose;
    mjcf::set_start(model, names, t, tree.robot, spec, scene);
    spec.description = std::make_shared<RobotDescription>(tree.robot);
    scene.models.push_back(std::move(spec));
    scene.lines.models.push_back(tree.robot.line);
  }
  mjcf::add_actuators(names, scene);
  mjcf::add_sensors(names, "", scene);
  return scene;
}

Scene load_mjcf(const std::string& file, const MjcfOptions& options) {
  return mjcf_scene(read_mjcf(file, options));
}

}  // namespace cardan
