#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "bindings/ros/comparison.h"

namespace cardan::ros {

namespace {

using Level = UrdfdomMessage::Level;

constexpr const char* kStop = "Could not parse ";

// "inertial" and "foot" of "Could not parse inertial element for Link [foot]".
std::optional<std::pair<std::string, std::string>> stop_of(const std::string& text) {
  const std::size_t open = text.find(" element for Link [");
  if (text.rfind(kStop, 0) != 0 || open == text.npos || text.back() != ']') return std::nullopt;
  const std::size_t begin = std::string(kStop).size(), name = text.find('[') + 1;
  return std::make_pair(text.substr(begin, open - begin),
                        text.substr(name, text.size() - name - 1));
}

// The reason precedes the message that urdfdom has given up on a link.
std::map<std::string, Stop> stops_in(const std::vector<UrdfdomMessage>& messages) {
  std::map<std::string, Stop> stops;
  std::string reason;
  for (const UrdfdomMessage& message : messages) {
    if (const auto stop = stop_of(message.text)) {
      stops[stop->second] = {stop->first, reason};
      reason.clear();
    } else if (message.level == Level::kError) {
      reason = message.text;
    }
  }
  return stops;
}

bool names(const std::string& text, const std::string& name) {
  for (const char* quotes : {"[]", "''"}) {
    if (text.find(quotes[0] + name + quotes[1]) != text.npos) return !name.empty();
  }
  return false;
}

// The element named in the messages of a rejection; otherwise the robot.
Spot spot_of_refusal(const RobotDescription& robot, const std::string& text) {
  for (const JointRecord& joint : robot.joints) {
    if (!names(text, joint.name)) continue;
    const bool limit = joint.has_limit && text.find("limit element") != text.npos;
    return {"joint \"" + joint.name + "\"" + (limit ? " / limit" : ""),
            limit ? joint.limit_line : joint.line};
  }
  for (const LinkRecord& link : robot.links) {
    if (!link.implicit && names(text, link.name)) return {"link \"" + link.name + "\"", link.line};
  }
  return {"robot", robot.line};
}

void report_refusal(Comparison& comparison) {
  std::string text;
  for (const UrdfdomMessage& message : comparison.reading.messages) {
    // Links that urdfdom stopped reading earlier do not cause the rejection of a robot.
    if (message.level == Level::kInfo && message.text.find("limits") == std::string::npos) continue;
    if (stop_of(message.text)) {
      text.clear();
      continue;
    }
    text.append(text.empty() ? "" : "; ").append(message.text);
  }
  comparison.differ(spot_of_refusal(comparison.robot, text),
                    "urdfdom refuses the robot, so tools built on urdfdom cannot load it: " +
                        (text.empty() ? std::string("without a reason") : text));
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 12;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < kMost; ++i)
    text.append(text.empty() ? "" : ", ").append(names[i]);
  return names.size() > kMost ? text + ", …" : text;
}

// urdfdom stores its joints in a std::map, so the children of a link are sorted by name.
void compare_order(Comparison& comparison) {
  std::vector<std::string> ours;
  for (const JointRecord& joint : comparison.robot.joints) {
    if (joint.type != JointType::kFixed) ours.push_back(joint.name);
  }
  std::vector<std::string> theirs = ours;
  std::sort(theirs.begin(), theirs.end());
  if (ours == theirs) return;
  comparison.note({"robot", comparison.robot.line},
                  "urdfdom sorts the moving joints by name: " + listed(theirs) +
                      "; cardan keeps the order of the file: " + listed(ours));
}

bool has_surface_data(const ShapeRecord& shape) {
  const MaterialRecord& m = shape.material;
  for (const double value : {m.mu_static, m.mu_kinetic, m.restitution, m.stiffness, m.damping,
                             m.mu_torsion, m.mu_rolling}) {
    if (!std::isnan(value)) return true;
  }
  return false;
}

// Reports data of cardan, Bullet, Drake and Gazebo that urdfdom's model cannot store.
void note_other_data(Comparison& comparison) {
  const RobotDescription& robot = comparison.robot;
  int surfaces = 0, masks = 0, concave = 0;
  for (const LinkRecord& link : robot.links) {
    for (const ShapeRecord& shape : link.collisions) {
      surfaces += has_surface_data(shape) ? 1 : 0;
      masks += shape.group != 1 || shape.mask != -1 ? 1 : 0;
      concave += shape.geometry.kind == GeometryKind::kMesh && !shape.geometry.convex ? 1 : 0;
    }
  }
  const auto note = [&](std::size_t count, const std::string& what) {
    if (count > 0)
      comparison.note({"robot", robot.line},
                      "urdfdom does not keep " + what + " (" + std::to_string(count) + ")");
  };
  note(static_cast<std::size_t>(surfaces), "friction and other surface data of shapes");
  note(static_cast<std::size_t>(masks), "collision filters of shapes");
  note(static_cast<std::size_t>(concave), "that meshes collide as triangles");
  note(robot.disabled_links.size(), "pairs of links that do not collide");
  note(robot.postures.size(), "postures");
  note(robot.is_static ? 1 : 0, "that the robot is static");
}

void compare_links(Comparison& comparison) {
  const urdf::ModelInterface& model = *comparison.reading.model;
  for (const LinkRecord& link : comparison.robot.links) {
    const auto theirs = model.getLink(link.name);
    if (theirs) {
      compare_link(comparison, link, *theirs);
    } else {
      comparison.differ({"link \"" + link.name + "\"", link.line},
                        "urdfdom does not have the link");
    }
  }
  for (const auto& [name, link] : model.links_) {
    const auto same = [&](const LinkRecord& ours) { return ours.name == name; };
    const auto& links = comparison.robot.links;
    if (std::none_of(links.begin(), links.end(), same))
      comparison.differ({"link \"" + name + "\"", 0},
                        "urdfdom has a link that cardan does not read");
  }
}

void compare_joints(Comparison& comparison) {
  const urdf::ModelInterface& model = *comparison.reading.model;
  for (const JointRecord& joint : comparison.robot.joints) {
    const auto theirs = model.getJoint(joint.name);
    if (theirs) {
      compare_joint(comparison, joint, *theirs);
    } else {
      comparison.differ({"joint \"" + joint.name + "\"", joint.line},
                        "urdfdom does not have the joint");
    }
  }
  for (const auto& [name, joint] : model.joints_) {
    const auto same = [&](const JointRecord& ours) { return ours.name == name; };
    const auto& joints = comparison.robot.joints;
    if (std::none_of(joints.begin(), joints.end(), same))
      comparison.differ({"joint \"" + name + "\"", 0},
                        "urdfdom has a joint that cardan does not read");
  }
}

}  // namespace

Comparison::Comparison(const RobotDescription& description, const UrdfdomReading& other)
    : robot(description), reading(other), stops(stops_in(other.messages)) {}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

bool close(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::max({1.0, std::abs(a), std::abs(b)});
}

void compare_pose(Comparison& comparison, const Spot& spot, const OriginRecord& ours,
                  const urdf::Pose& theirs) {
  constexpr double kSame = 1e-9;  // urdfdom's rotation has been converted to a quaternion
  const Quaternion rotation(theirs.rotation.w, theirs.rotation.x, theirs.rotation.y,
                            theirs.rotation.z);
  const RigidTransform own = ours.pose();
  const Vector3 position(theirs.position.x, theirs.position.y, theirs.position.z);
  if ((own.p - position).norm() > kSame * (1 + own.p.norm())) {
    comparison.differ(spot, "urdfdom reads the position " + number(position.x()) + " " +
                                number(position.y()) + " " + number(position.z()) + " m");
  }
  if ((own.R - rotation.toRotationMatrix()).norm() > kSame) {
    comparison.differ(spot, ours.quat_xyzw ? "urdfdom ignores quat_xyzw and reads no rotation"
                                           : "urdfdom reads another rotation");
  }
}

std::vector<Diagnostic> compare(const RobotDescription& robot, const UrdfdomReading& reading) {
  Comparison comparison(robot, reading);
  if (!reading.model) {
    report_refusal(comparison);
    return comparison.found;
  }
  if (robot.name != reading.model->getName()) {
    comparison.differ({"robot", robot.line},
                      "urdfdom reads the name \"" + reading.model->getName() + "\"");
  }
  const auto root = reading.model->getRoot();
  if (!root || robot.root != root->name) {
    comparison.differ({"robot", robot.line},
                      "urdfdom has the root link \"" + (root ? root->name : "") + "\"");
  }
  compare_links(comparison);
  compare_joints(comparison);
  compare_order(comparison);
  note_other_data(comparison);
  return comparison.found;
}

}  // namespace cardan::ros
