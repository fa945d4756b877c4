#include <array>

#include "cardan/error.h"
#include "cardan/robot_writers.h"
#include "cardan/urdf.h"
#include "cardan/urdfdom.h"

namespace cardan::ros {

namespace {

OriginRecord origin_of(const urdf::Pose& pose) {
  OriginRecord origin;
  origin.given = true;
  origin.xyz = Vector3(pose.position.x, pose.position.y, pose.position.z);
  origin.quat_xyzw =
      std::array<double, 4>{pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w};
  return origin;
}

void take_geometry(const urdf::Geometry& geometry, const std::string& link, ShapeRecord& shape) {
  GeometryRecord& own = shape.geometry;
  shape.usable = true;
  if (const auto* box = dynamic_cast<const urdf::Box*>(&geometry)) {
    own.kind = GeometryKind::kBox;
    own.size = Vector3(box->dim.x, box->dim.y, box->dim.z);
  } else if (const auto* sphere = dynamic_cast<const urdf::Sphere*>(&geometry)) {
    own.kind = GeometryKind::kSphere;
    own.size = Vector3(sphere->radius, 0, 0);
  } else if (const auto* cylinder = dynamic_cast<const urdf::Cylinder*>(&geometry)) {
    own.kind = GeometryKind::kCylinder;
    own.size = Vector3(cylinder->radius, cylinder->length, 0);
  } else if (const auto* mesh = dynamic_cast<const urdf::Mesh*>(&geometry)) {
    own.kind = GeometryKind::kMesh;
    shape.mesh_uri = mesh->filename;
    own.mesh_scale = Vector3(mesh->scale.x, mesh->scale.y, mesh->scale.z);
  } else {
    throw Error("a shape that is not a box, sphere, cylinder or mesh", "link \"" + link + "\"",
                "pass the text of /robot_description too");
  }
}

// Visuals and collisions have the same members for this purpose.
template <class Shape>
ShapeRecord shape_of(const Shape& theirs, const std::string& link) {
  ShapeRecord shape;
  shape.name = theirs.name;
  shape.origin = origin_of(theirs.origin);
  shape.X_LS = shape.origin.pose();
  if (theirs.geometry) take_geometry(*theirs.geometry, link, shape);
  return shape;
}

ShapeRecord visual_of(const urdf::Visual& theirs, const std::string& link) {
  ShapeRecord shape = shape_of(theirs, link);
  if (!theirs.material) return shape;
  const urdf::Color& color = theirs.material->color;
  shape.appearance.material = theirs.material_name;
  shape.appearance.rgba = std::array<double, 4>{color.r, color.g, color.b, color.a};
  shape.appearance.texture = theirs.material->texture_filename;
  return shape;
}

LinkRecord link_of(const urdf::Link& theirs) {
  LinkRecord link;
  link.name = theirs.name;
  if (theirs.inertial) {
    const urdf::Inertial& other = *theirs.inertial;
    InertialRecord& inertial = link.inertial.emplace();
    inertial.origin = origin_of(other.origin);
    inertial.mass = other.mass;
    inertial.inertia.emplace();
    *inertial.inertia << other.ixx, other.ixy, other.ixz, other.ixy, other.iyy, other.iyz,
        other.ixz, other.iyz, other.izz;
  }
  for (const auto& visual : theirs.visual_array)
    link.visuals.push_back(visual_of(*visual, link.name));
  for (const auto& collision : theirs.collision_array)
    link.collisions.push_back(shape_of(*collision, link.name));
  return link;
}

JointType type_of(const urdf::Joint& joint) {
  switch (joint.type) {
    case urdf::Joint::REVOLUTE:
      return JointType::kRevolute;
    case urdf::Joint::CONTINUOUS:
      return JointType::kContinuous;
    case urdf::Joint::PRISMATIC:
      return JointType::kPrismatic;
    case urdf::Joint::FLOATING:
      return JointType::kFloating;
    case urdf::Joint::PLANAR:
      return JointType::kPlanar;
    case urdf::Joint::FIXED:
      return JointType::kFixed;
    default:
      throw Error("a joint of unknown type", "joint \"" + joint.name + "\"",
                  "set urdf::Joint::type");
  }
}

JointRecord joint_of(const urdf::Joint& theirs) {
  JointRecord joint;
  joint.name = theirs.name;
  joint.type = type_of(theirs);
  joint.parent = theirs.parent_link_name;
  joint.child = theirs.child_link_name;
  joint.origin = origin_of(theirs.parent_to_joint_origin_transform);
  joint.axis = Vector3(theirs.axis.x, theirs.axis.y, theirs.axis.z);
  if (theirs.limits) {
    joint.lower = theirs.limits->lower;
    joint.upper = theirs.limits->upper;
    joint.effort = theirs.limits->effort;
    joint.velocity = theirs.limits->velocity;
  }
  if (theirs.dynamics) {
    joint.damping = theirs.dynamics->damping;
    joint.friction = theirs.dynamics->friction;
  }
  if (theirs.mimic) {
    MimicRecord& mimic = joint.mimic.emplace();
    mimic.joint = theirs.mimic->joint_name;
    mimic.multiplier = theirs.mimic->multiplier;
    mimic.offset = theirs.mimic->offset;
  }
  return joint;
}

// Converts the model to the records of the reader, without the data that the reader derives.
RobotDescription records_of(const urdf::ModelInterface& model) {
  RobotDescription robot;
  robot.name = model.getName();
  robot.file = "urdf::ModelInterface";
  for (const auto& [name, link] : model.links_) robot.links.push_back(link_of(*link));
  for (const auto& [name, joint] : model.joints_) robot.joints.push_back(joint_of(*joint));
  return robot;
}

// The line numbers refer to a text that users do not see.
void forget_lines(RobotDescription& robot) {
  robot.line = 0;
  for (Diagnostic& d : robot.diagnostics) d.line = 0;
  for (LinkRecord& link : robot.links) {
    link.line = 0;
    if (link.inertial) link.inertial->line = 0;
    for (ShapeRecord& shape : link.visuals) shape.line = 0;
    for (ShapeRecord& shape : link.collisions) shape.line = 0;
  }
  for (JointRecord& joint : robot.joints) {
    joint.line = joint.parent_line = joint.child_line = joint.limit_line = 0;
    if (joint.mimic) joint.mimic->line = 0;
  }
}

void note_what_is_lost(RobotDescription& robot, const UrdfOptions& options) {
  robot.diagnostics.push_back(
      {options.strict ? Severity::kError : Severity::kWarning, robot.file, 0, "robot",
       "read from urdfdom's model, which has no capsules and no shapes behind one, no springs, no "
       "armature, no surface data, no absent limits (they are 0) and not the order of the file; "
       "pass the text of /robot_description to keep them"});
  const Diagnostic* error = robot.first_error();
  if (error) throw Error(error->message, robot.file, "");
}

}  // namespace

RobotDescription describe(const urdf::ModelInterface& model, const UrdfOptions& options) {
  const RosUrdf urdf = write_urdf_for_ros(records_of(model));
  RobotDescription robot = read_urdf_text(urdf.text, "urdf::ModelInterface", options);
  forget_lines(robot);
  note_what_is_lost(robot, options);
  return robot;
}

RobotDescription describe(const urdf::ModelInterface& model, const std::string& robot_description,
                          const UrdfOptions& options) {
  RobotDescription robot = read_urdf_text(robot_description, "/robot_description", options);
  // The model is not owned, because the reading does not outlive this function.
  const UrdfdomReading reading{{std::shared_ptr<const void>(), &model}, {}};
  for (Diagnostic& d : compare(robot, reading)) robot.diagnostics.push_back(std::move(d));
  return robot;
}

}  // namespace cardan::ros
