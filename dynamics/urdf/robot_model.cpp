#include "cardan/robot_model.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cardan/error.h"
#include "cardan/skeleton_builder.h"
#include "cardan/urdf.h"
#include "dynamics/urdf/base_note.h"
#include "dynamics/urdf/fill_robot.h"
#include "dynamics/urdf/freedom_properties.h"
#include "dynamics/urdf/link_groups.h"
#include "dynamics/urdf/robot_parts.h"

namespace cardan {

const char* robot_base_name(RobotBase base) {
  switch (base) {
    case RobotBase::kFixed:
      return "fixed";
    case RobotBase::kFloating:
      return "floating";
    case RobotBase::kStatic:
      return "static";
  }
  return "fixed";
}

namespace urdf {
namespace {

constexpr double kNoInertia = 1e-15;  // [kg m²] inertia below which a DoF counts as having none

void note(RobotModel& model, const RobotDescription& description, Severity severity, int line,
          const std::string& element, const std::string& message) {
  model.diagnostics.push_back({severity, description.file, line, element, message});
}

bool is_passive(const RobotDescription& description, const std::string& joint) {
  const auto& passive = description.srdf.passive_joints;
  return std::find(passive.begin(), passive.end(), joint) != passive.end();
}

std::vector<DofProperties> dofs_of(const RobotDescription& description, const JointRecord& joint) {
  std::vector<DofProperties> dofs = dof_properties(joint);
  if (is_passive(description, joint.name)) {
    for (DofProperties& dof : dofs) dof.actuated = false;
  }
  return dofs;
}

// The builder eliminates the coordinate of a follower. Its limits are dropped, because they could
// contradict those of the leader.
void couple_followers(const std::vector<MimicCoupling>& mimics, std::vector<LinkSpec>& specs) {
  std::map<std::string, LinkSpec*> by_joint;
  for (LinkSpec& spec : specs) by_joint[spec.joint_name] = &spec;
  for (const MimicCoupling& mimic : mimics) {
    by_joint.at(mimic.follower)->coupling = {mimic.leader, mimic.multiplier, mimic.offset};
  }
}

// Name of the joint added between world and a floating root; distinct from the names in the file.
std::string base_joint_name(const RobotDescription& description) {
  std::string name = "floating_base";
  const auto taken = [&](const std::string& candidate) {
    return std::any_of(description.joints.begin(), description.joints.end(),
                       [&](const JointRecord& joint) { return joint.name == candidate; });
  };
  while (taken(name)) name += "_";
  return name;
}

// Name of the root link if it only stands for the base, else "" (no link has that name).
std::string base_link_name(const RobotDescription& description, const LinkTree& tree,
                           RobotBase base) {
  const LinkRecord& root = description.links[static_cast<std::size_t>(tree.root)];
  return root.base_only && base != RobotBase::kFloating ? root.name : "";
}

std::vector<LinkSpec> link_specs(const RobotDescription& description, const LinkTree& tree,
                                 const std::vector<BuiltJoint>& joints, RobotBase base) {
  std::vector<LinkSpec> specs;
  for (std::size_t i = 0; i < description.links.size(); ++i) {
    const LinkRecord& link = description.links[i];
    LinkSpec spec;
    spec.name = link.name;
    if (link.inertial) spec.inertia = link.inertial->in_link_frame();
    const int joint = tree.parent_joint[i];
    if (joint < 0) {
      const bool floating = base == RobotBase::kFloating;
      spec.joint_name = floating ? base_joint_name(description) : "";
      spec.joint_type = floating ? JointType::kFloating : JointType::kFixed;
    } else {
      const BuiltJoint& built = joints[static_cast<std::size_t>(joint)];
      spec.parent = built.record->parent;
      spec.joint_name = built.record->name;
      spec.joint_type = built.type;
      spec.X_PJ = built.X_PJ;
      spec.axis = built.record->axis;
      spec.axis2 = built.record->axis2;
      spec.pitch = built.record->pitch;
      // A follower of a fixed joint has become fixed itself.
      if (built.type == built.record->type) spec.dofs = dofs_of(description, *built.record);
    }
    specs.push_back(std::move(spec));
  }
  return specs;
}

// Inertia that the DoFs of the group's joint act on, as the smallest principal value [kg m²].
// Translational joints depend on the mass and are not considered.
double smallest_inertia(const LinkGroup& group, JointType type, const Vector3& axis) {
  const SpatialInertia& I = group.inertia;
  const Matrix3 about_origin =
      I.inertia + I.mass * (I.com.squaredNorm() * Matrix3::Identity() - I.com * I.com.transpose());
  const auto smallest = [](const Matrix3& M) {
    return Eigen::SelfAdjointEigenSolver<Matrix3>(M, Eigen::EigenvaluesOnly).eigenvalues()[0];
  };
  switch (type) {
    case JointType::kRevolute:
    case JointType::kContinuous:
      return axis.dot(about_origin * axis);
    case JointType::kPlanar:
      return axis.dot(I.inertia * axis);
    case JointType::kSpherical:
      return smallest(about_origin);
    case JointType::kFloating:
      return smallest(I.inertia);
    default:
      return kInfinity;
  }
}

// Gives a leaf whose mass has no inertia about its joint (a sphere without inertia, for example)
// the inertia of its collision shapes.
void derive_lacking_inertias(const RobotDescription& description, const LinkTree& tree,
                             const std::vector<BuiltJoint>& joints, std::vector<LinkSpec>& specs,
                             RobotModel& model) {
  for (const LinkGroup& group : tree.groups) {
    const auto leader = static_cast<std::size_t>(group.leader);
    if (!group.leaf || !(group.inertia.mass > 0)) continue;
    if (group.joint >= 0 && joints[static_cast<std::size_t>(group.joint)].record->armature > 0)
      continue;
    if (smallest_inertia(group, specs[leader].joint_type, specs[leader].axis) > kNoInertia)
      continue;
    for (int i : group.links) {
      const auto link = static_cast<std::size_t>(i);
      const LinkRecord& record = description.links[link];
      if (!(specs[link].inertia.mass > 0) || !specs[link].inertia.inertia.isZero(kNoInertia))
        continue;
      const Matrix3 inertia = inertia_from_shapes(record);
      if (inertia.isZero(0)) continue;
      specs[link].inertia.inertia = inertia;
      note(model, description, Severity::kWarning, record.inertial->line,
           "link \"" + record.name + "\" / inertial",
           "mass without inertia on a body that needs one; computed from the collision shapes");
    }
  }
}

// "1, 2, 3".
std::string listed(const Vector3& x) {
  char text[96];
  std::snprintf(text, sizeof text, "%.6g, %.6g, %.6g", x[0], x[1], x[2]);
  return text;
}

// Replaces an impossible inertia by the nearest possible one if the option is set.
void project_inertias(const RobotDescription& description, const UrdfOptions& options,
                      std::vector<LinkSpec>& specs, RobotModel& model) {
  if (!options.project_inertias) return;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    Vector3 before, after;
    Matrix3& inertia = specs[i].inertia.inertia;
    const char* defect = inertia_defect(inertia, before);
    if (!defect) continue;
    inertia = nearest_possible_inertia(inertia);
    inertia_defect(inertia, after);
    std::string text = "inertia ";
    text.append(defect).append(": principal moments ").append(listed(before));
    text.append(" kg m², projected to ").append(listed(after));
    const LinkRecord& link = description.links[i];
    note(model, description, Severity::kWarning, link.inertial ? link.inertial->line : link.line,
         "link \"" + link.name + "\" / inertial", text);
  }
}

// Appends the postures of the SRDF to those of the URDF, except for names already in use.
void take_postures(const RobotDescription& description, RobotModel& model) {
  model.postures = description.postures;
  for (const PostureRecord& posture : description.srdf.postures) {
    const bool taken =
        std::any_of(description.postures.begin(), description.postures.end(),
                    [&](const PostureRecord& other) { return other.name == posture.name; });
    if (!taken) model.postures.push_back(posture);
  }
}

// Adds the builder's diagnostics with the line of the link or joint that they name: link "L" (joint
// "J").
void take_builder_diagnostics(const RobotDescription& description,
                              const std::vector<Diagnostic>& diagnostics, RobotModel& model) {
  std::map<std::string, int> lines;
  for (const LinkRecord& link : description.links) {
    lines["link \"" + link.name + "\""] = link.inertial ? link.inertial->line : link.line;
  }
  for (Diagnostic d : diagnostics) {
    d.file = description.file;
    const auto line = lines.find(d.element.substr(0, d.element.rfind(" (joint \"")));
    if (line != lines.end()) d.line = line->second;
    model.diagnostics.push_back(std::move(d));
  }
}

std::string file_line(const RobotDescription& description) {
  return description.file + ":" + std::to_string(description.line);
}

void report_base(const RobotDescription& description, const std::string& reason,
                 RobotModel& model) {
  if (model.skeleton->floating_base()) model.base = RobotBase::kFloating;
  model.base_reason = reason;
  model.diagnostics.push_back(base_note(model, description.file, description.line, "robot"));
}

void refuse_warnings_if_strict(const RobotModel& model, const UrdfOptions& options) {
  if (!options.strict) return;
  for (const Diagnostic& d : model.diagnostics) {
    if (d.severity != Severity::kWarning) continue;
    throw Error(d.message, d.file + ":" + std::to_string(d.line) + ": " + d.element,
                "strict reading treats every warning as an error");
  }
}

RobotModel build(const RobotDescription& given, const UrdfOptions& options) {
  if (given.root.empty()) {
    throw Error("the description has no root link", given.file, "read it without errors first");
  }
  if (options.density && !(*options.density > 0 && std::isfinite(*options.density))) {
    throw Error("the density is not a positive number", given.file, "give it in kg/m³");
  }
  RobotModel model;
  model.name = given.name;
  model.diagnostics = given.diagnostics;
  const std::vector<BuiltJoint> joints = resolve_mimics(given, model);
  LinkTree tree = make_link_tree(given, joints);
  // The file alone decides about the base: an arm without mass is fixed whether it is filled or
  // not.
  std::string reason;
  model.base = decide_base(given, tree, joints, options, reason);
  RobotDescription filled;
  if (options.density) {
    filled = given;
    fill_massless_robot(*options.density, tree, model.base, filled, model.diagnostics);
    tree = make_link_tree(filled, joints);
  }
  const RobotDescription& description = options.density ? filled : given;
  SkeletonBuilder builder(description.name);
  try {
    require_moving_mass(description, tree, model.base, options);
    std::vector<LinkSpec> specs = link_specs(description, tree, joints, model.base);
    couple_followers(model.mimics, specs);
    derive_lacking_inertias(description, tree, joints, specs, model);
    project_inertias(description, options, specs, model);
    std::vector<SpatialInertia> inertias;
    inertias.reserve(specs.size());
    for (const LinkSpec& spec : specs) inertias.push_back(spec.inertia);
    const std::string base_link = base_link_name(description, tree, model.base);
    for (LinkSpec& spec : specs) {
      if (spec.name == base_link) continue;
      if (spec.parent == base_link) spec.parent.clear();
      builder.add_link(std::move(spec));
    }
    model.skeleton = builder.build();
    list_links(description, tree, joints, inertias, model);
  } catch (const Error& error) {
    throw Error(error.what(), file_line(description));
  }
  report_base(description, reason, model);
  take_builder_diagnostics(description, builder.diagnostics(), model);
  place_shapes(description, model);
  place_visuals(description, model);
  list_lumped(description, model);
  list_pairs(description, model);
  index_mimics(model);
  take_postures(description, model);
  refuse_warnings_if_strict(model, options);
  return model;
}

}  // namespace
}  // namespace urdf

RobotModel build_robot(const RobotDescription& description, const UrdfOptions& options) {
  return urdf::build(description, options);
}

RobotModel load_robot(const std::string& file, const UrdfOptions& options) {
  return build_robot(read_urdf(file, options), options);
}

}  // namespace cardan
