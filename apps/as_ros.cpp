#include "apps/as_ros.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cardan/urdfdom.h"
#include "core/diagnostic_text.h"
#include "core/shown_text.h"

namespace cardan::app {

namespace {

using Json = nlohmann::ordered_json;

// Size of a robot according to one of the two readers.
struct RobotCounts {
  std::size_t links = 0, joints = 0, moving_joints = 0, inertials = 0, shapes = 0, visuals = 0;
  double mass = 0;  // [kg]
};

RobotCounts counts_of(const RobotDescription& robot) {
  RobotCounts counts{robot.links.size(), robot.joints.size()};
  for (const LinkRecord& link : robot.links) {
    counts.inertials += link.inertial ? 1 : 0;
    if (link.inertial) counts.mass += link.inertial->mass.value_or(0);
    counts.shapes += link.collisions.size();
    counts.visuals += link.visuals.size();
  }
  for (const JointRecord& joint : robot.joints)
    counts.moving_joints += joint.type != JointType::kFixed ? 1 : 0;
  return counts;
}

RobotCounts counts_of(const urdf::ModelInterface& model) {
  RobotCounts counts{model.links_.size(), model.joints_.size()};
  for (const auto& [name, link] : model.links_) {
    counts.inertials += link->inertial ? 1 : 0;
    if (link->inertial) counts.mass += link->inertial->mass;
    counts.shapes += link->collision_array.size();
    counts.visuals += link->visual_array.size();
  }
  for (const auto& [name, joint] : model.joints_)
    counts.moving_joints += joint->type != urdf::Joint::FIXED ? 1 : 0;
  return counts;
}

std::vector<std::pair<const char*, double>> rows_of(const RobotCounts& counts) {
  return {{"links", counts.links},
          {"joints", counts.joints},
          {"moving joints", counts.moving_joints},
          {"inertials", counts.inertials},
          {"mass [kg]", counts.mass},
          {"collision shapes", counts.shapes},
          {"visuals", counts.visuals}};
}

std::string row_text(const std::string& name, const std::string& own, const std::string& other) {
  char line[160];
  std::snprintf(line, sizeof line, "  %-18s %12s %12s\n", name.c_str(), own.c_str(), other.c_str());
  return line;
}

std::string number_word(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string table_text(const RobotDescription& robot, const ros::UrdfdomReading& reading) {
  const auto own = rows_of(counts_of(robot));
  const auto other = rows_of(reading.model ? counts_of(*reading.model) : RobotCounts());
  std::string text = row_text("", "cardan", "urdfdom");
  for (std::size_t i = 0; i < own.size(); ++i) {
    text += row_text(own[i].first, number_word(own[i].second),
                     reading.model ? number_word(other[i].second) : "-");
  }
  return text;
}

const char* level_name(ros::UrdfdomMessage::Level level) {
  using Level = ros::UrdfdomMessage::Level;
  return level == Level::kError ? "error" : level == Level::kWarning ? "warning" : "info";
}

Json counts_json(const RobotCounts& counts) {
  return {{"links", counts.links},
          {"joints", counts.joints},
          {"moving_joints", counts.moving_joints},
          {"inertials", counts.inertials},
          {"mass", counts.mass},
          {"shapes", counts.shapes},
          {"visuals", counts.visuals}};
}

Json found_json(const std::vector<Diagnostic>& found, Severity severity) {
  Json list = Json::array();
  for (const Diagnostic& d : found) {
    if (d.severity == severity)
      list.push_back(
          {{"file", d.file}, {"line", d.line}, {"element", d.element}, {"message", d.message}});
  }
  return list;
}

std::string json_text(const RobotDescription& robot, const ros::UrdfdomReading& reading,
                      const std::vector<Diagnostic>& found) {
  Json json;
  json["file"] = robot.file;
  json["name"] = robot.name;
  json["urdfdom_version"] = ros::urdfdom_version();
  json["accepted"] = robot.first_error() == nullptr;
  json["accepted_by_urdfdom"] = reading.model != nullptr;
  json["cardan"] = counts_json(counts_of(robot));
  json["urdfdom"] = reading.model ? counts_json(counts_of(*reading.model)) : Json();
  json["joint_order"] = Json::array();
  if (reading.model) {
    for (const auto& [name, joint] : reading.model->joints_) json["joint_order"].push_back(name);
  }
  json["differences"] = found_json(found, Severity::kWarning);
  json["notes"] = found_json(found, Severity::kInfo);
  json["messages"] = Json::array();
  for (const ros::UrdfdomMessage& message : reading.messages)
    json["messages"].push_back({{"level", level_name(message.level)}, {"text", message.text}});
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

std::size_t number_of_differences(const std::vector<Diagnostic>& found) {
  return static_cast<std::size_t>(
      std::count_if(found.begin(), found.end(),
                    [](const Diagnostic& d) { return d.severity == Severity::kWarning; }));
}

std::string as_text(const RobotDescription& robot, const ros::UrdfdomReading& reading,
                    const std::vector<Diagnostic>& found) {
  std::ostringstream text;
  text << escaped_line(robot.file) << " as read by urdfdom " << ros::urdfdom_version()
       << ", the parser of RViz, MoveIt, robot_state_publisher, Pinocchio and DART\n"
       << table_text(robot, reading) << diagnostics_text(found, Severity::kInfo);
  std::size_t messages = 0;
  for (const ros::UrdfdomMessage& message : reading.messages) {
    if (message.level == ros::UrdfdomMessage::Level::kInfo) continue;
    if (messages++ == 0) text << "messages of urdfdom:\n";
    text << "  " << level_name(message.level) << ": " << escaped_line(message.text) << "\n";
  }
  const std::size_t count = number_of_differences(found);
  text << (count == 0 ? "the same robot\n" : std::to_string(count) + " difference(s)\n");
  return text.str();
}

}  // namespace

std::string urdfdom_in_use() { return ros::urdfdom_version(); }

AsRosReport as_ros_report(const RobotDescription& robot, const std::string& text) {
  const ros::UrdfdomReading reading = ros::parse_with_urdfdom(text);
  const std::vector<Diagnostic> found = in_line_order(ros::compare(robot, reading));
  return {number_of_differences(found) == 0, as_text(robot, reading, found),
          json_text(robot, reading, found)};
}

std::string read_back(const RobotDescription& written, const std::string& text) {
  const std::vector<Diagnostic> found = ros::compare(written, ros::parse_with_urdfdom(text));
  const std::size_t count = number_of_differences(found);
  const std::string reader = "read back by urdfdom " + ros::urdfdom_version();
  if (count == 0) return reader + ": the same robot\n";
  return diagnostics_text(found, Severity::kWarning) + reader + ": " + std::to_string(count) +
         " difference(s)\n";
}

}  // namespace cardan::app
