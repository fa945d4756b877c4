#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "cardan/error.h"
#include "cardan/robot_writers.h"
#include "cardan/skeleton_builder.h"
#include "dynamics/urdf/write_context.h"

namespace cardan {

namespace urdf {

std::string shortest(double value) {
  char text[32];
  const std::to_chars_result end =
      std::to_chars(text, text + sizeof text, value + 0.0);  // turns −0 into 0
  return {text, end.ptr};
}

void XmlText::attribute(const char* name, const std::string& value) {
  for (const char c : value) {
    if (static_cast<unsigned char>(c) >= 0x20) continue;
    throw Error("a control character in \"" + value + "\"", name, "URDF can't hold it; rename it");
  }
  printer_.PushAttribute(name, value.c_str());
}

void XmlText::number(const char* name, double value) {
  printer_.PushAttribute(name, shortest(value).c_str());
}

void XmlText::vector(const char* name, const Vector3& value) {
  std::string text = shortest(value.x());
  text.append(" ").append(shortest(value.y())).append(" ").append(shortest(value.z()));
  printer_.PushAttribute(name, text.c_str());
}

void XmlText::leaf(const char* tag, const char* name, const std::string& value) {
  open(tag);
  attribute(name, value);
  close();
}

void write_origin(XmlText& xml, const RigidTransform& X) {
  const Vector3 rpy = roll_pitch_yaw(X.R);
  if (X.p.isZero(0) && rpy.isZero(0)) return;
  xml.open("origin");
  if (!X.p.isZero(0)) xml.vector("xyz", X.p);
  if (!rpy.isZero(0)) xml.vector("rpy", rpy);
  xml.close();
}

namespace {

bool is_identity(const RigidTransform& X) { return X.R == Matrix3::Identity() && X.p.isZero(0); }

// True if the root floats by the floating joint that the reader adds under a root with mass.
bool floats_plainly(const LinkSpec& root) {
  const auto plain = [](const DofProperties& d) {
    return d.damping == 0 && d.friction == 0 && d.stiffness == 0 && d.spring_reference == 0 &&
           d.armature == 0 && d.lower == -kInfinity && d.upper == kInfinity &&
           d.effort_limit == kInfinity && d.velocity_limit == kInfinity && !d.actuated;
  };
  return root.joint_type == JointType::kFloating && root.joint_name == "floating_base" &&
         root.name != "world" && root.inertia.mass > 0 && is_identity(root.X_PJ) &&
         std::all_of(root.dofs.begin(), root.dofs.end(), plain);
}

// True if the first link serves as the root of the file: it is the only root, or it is the base
// itself.
bool first_is_root(const std::vector<LinkSpec>& links) {
  if (links.empty()) return false;
  const LinkSpec& first = links.front();
  if (first.joint_type == JointType::kFixed) return is_identity(first.X_PJ);
  const auto roots =
      std::count_if(links.begin(), links.end(), [](const LinkSpec& l) { return l.parent.empty(); });
  return roots == 1 && floats_plainly(first);
}

// A name that is not in use: `word`, with underscores appended if necessary.
std::string free_name(std::string word, const std::set<std::string>& taken) {
  while (taken.count(word)) word += "_";
  return word;
}

// Names the fixed joints; the skeleton does not keep their names.
void name_fixed_joints(std::vector<LinkSpec>& links) {
  std::set<std::string> taken;
  for (const LinkSpec& link : links) taken.insert(link.joint_name);
  for (LinkSpec& link : links) {
    if (!link.joint_name.empty()) continue;
    link.joint_name = free_name(link.name + "_fixed", taken);
    taken.insert(link.joint_name);
  }
}

// Writes the excluded collision pairs as Drake's filter groups, one for each link that occurs in a
// pair.
void write_pairs(XmlText& xml, const RobotModel& robot) {
  std::map<std::string, std::vector<std::string>> partners;
  for (const auto& [first, second] : robot.disabled_links) {
    partners[first].push_back(second);
    partners[second];
  }
  for (const auto& [link, others] : partners) {
    xml.open("drake:collision_filter_group");
    xml.attribute("name", link);
    xml.leaf("drake:member", "link", link);
    for (const std::string& other : others) {
      xml.leaf("drake:ignored_collision_filter_group", "name", other);
    }
    xml.close();
  }
}

void write_postures(XmlText& xml, const RobotModel& robot) {
  for (const PostureRecord& posture : robot.postures) {
    xml.open("cardan:posture");
    xml.attribute("name", posture.name);
    for (const auto& [joint, values] : posture.q) {
      std::string text;
      for (const double value : values)
        text.append(text.empty() ? "" : " ").append(shortest(value));
      xml.open("joint");
      xml.attribute("name", joint);
      xml.attribute("value", text);
      xml.close();
    }
    xml.close();
  }
}

std::string write(const RobotModel& robot, const std::string& mesh_directory) {
  const Skeleton& skeleton = *robot.skeleton;
  std::vector<LinkSpec> links = link_specs(skeleton);
  name_fixed_joints(links);
  XmlText xml;
  xml.open("robot");
  xml.attribute("name", skeleton.name());
  xml.attribute("xmlns:cardan", "urn:cardan");
  if (!robot.disabled_links.empty()) xml.attribute("xmlns:drake", "https://drake.mit.edu");

  std::string root;
  if (first_is_root(links)) {
    root = links.front().name;
  } else {
    std::set<std::string> names;
    for (const LinkSpec& link : links) names.insert(link.name);
    root = free_name("world", names);
    xml.open("link");
    xml.attribute("name", root);
    xml.attribute("cardan:base", "true");
    xml.close();
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    write_link(xml, links[i], skeleton.frames[i], robot, mesh_directory);
  }
  for (const LinkSpec& link : links) {
    if (link.name != root) write_joint(xml, link, link.parent.empty() ? root : link.parent);
  }
  write_pairs(xml, robot);
  write_postures(xml, robot);
  xml.close();
  return xml.text();
}

}  // namespace
}  // namespace urdf

std::string write_urdf(const Skeleton& skeleton) {
  RobotModel robot;
  robot.skeleton = std::shared_ptr<const Skeleton>(std::shared_ptr<const Skeleton>(), &skeleton);
  return urdf::write(robot, "");
}

std::string write_urdf(const RobotModel& robot, const std::string& mesh_directory) {
  return urdf::write(robot, mesh_directory);
}

}  // namespace cardan
