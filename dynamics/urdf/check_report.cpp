#include "cardan/dynamics/urdf/check_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cardan/core/error.h"
#include "cardan/dynamics/urdf/build_skeleton.h"
#include "cardan/dynamics/urdf/reader.h"

namespace cardan {

namespace {

void take_counts(const RobotDescription& description, CheckReport& report) {
  const FileCounts& counts = description.counts;
  report.name = description.name;
  report.links = counts.links;
  report.joints = counts.joints;
  report.joint_types = counts.joint_types;
  report.dof = counts.dof;
  report.mimic = counts.mimic;
  report.mass = counts.mass;
  report.shapes = counts.shapes;
  report.missing_visuals = static_cast<int>(description.missing_visuals.size());
}

std::string link_line(const RobotDescription& description, const LinkRecord& link, int joint,
                      std::size_t depth) {
  std::ostringstream line;
  // A chain of 100000 links would fill the memory with blanks.
  line << std::string(2 * std::min<std::size_t>(depth, 60), ' ') << link.name;
  if (joint >= 0) {
    const JointRecord& record = description.joints[static_cast<std::size_t>(joint)];
    line << "  [" << record.name << ": " << record.type_name << "]";
  }
  if (link.inertial && link.inertial->mass) line << "  " << *link.inertial->mass << " kg";
  if (!link.collisions.empty()) line << "  " << link.collisions.size() << " shape(s)";
  return line.str();
}

// Depth first in the order of the file, without recursion: a chain may be long.
std::vector<std::string> make_tree(const RobotDescription& description) {
  std::map<std::string, std::size_t> link_index;
  std::map<std::string, std::vector<int>> children;
  for (std::size_t i = 0; i < description.links.size(); ++i) {
    link_index[description.links[i].name] = i;
  }
  for (std::size_t j = 0; j < description.joints.size(); ++j) {
    children[description.joints[j].parent].push_back(static_cast<int>(j));
  }
  struct Visit {
    std::string link;
    int joint;
    std::size_t depth;
  };
  std::vector<std::string> lines;
  std::vector<Visit> stack{{description.root, -1, 0}};
  while (!stack.empty()) {
    const Visit visit = stack.back();
    stack.pop_back();
    const LinkRecord& link = description.links[link_index.at(visit.link)];
    lines.push_back(link_line(description, link, visit.joint, visit.depth));
    const std::vector<int>& below = children[visit.link];
    // Backwards, so that the first child is the next to be taken.
    for (std::size_t k = below.size(); k-- > 0;) {
      const int joint = below[k];
      stack.push_back(
          {description.joints[static_cast<std::size_t>(joint)].child, joint, visit.depth + 1});
    }
  }
  return lines;
}

std::string counted(const std::map<std::string, int>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  }
  return text.empty() ? "none" : text;
}

}  // namespace

CheckReport check_urdf(const std::string& file, const UrdfOptions& options) {
  CheckReport report;
  report.file = file;
  try {
    const RobotDescription description = inspect_urdf(file, options);
    take_counts(description, report);
    report.diagnostics = description.diagnostics;
    if (!description.root.empty()) report.tree = make_tree(description);
    if (description.first_error()) return report;
    UrdfOptions lenient = options;
    lenient.strict = false;  // so that what the build has to say is listed in full
    report.robot = std::make_shared<RobotModel>(build_robot(description, lenient));
    report.base = robot_base_name(report.robot->base);
    report.bodies = report.robot->skeleton->num_bodies();
    report.diagnostics = report.robot->diagnostics;
    report.accepted = true;
  } catch (const std::exception& error) {
    report.diagnostics.push_back({Severity::kError, file, 0, "", error.what()});
  }
  for (Diagnostic& d : report.diagnostics) {
    if (!options.strict || d.severity != Severity::kWarning) continue;
    d.severity = Severity::kError;
    report.accepted = false;
    report.robot = nullptr;
  }
  return report;
}

std::string check_report_text(const CheckReport& report) {
  std::ostringstream text;
  text << report.file << ": robot \"" << report.name << "\"\n";
  for (const std::string& line : report.tree) text << "  " << line << "\n";
  text << "links " << report.links << ", joints " << report.joints << " ("
       << counted(report.joint_types) << "), freedoms " << report.dof << ", mimic " << report.mimic
       << "\n"
       << "mass " << report.mass << " kg, collision shapes: " << counted(report.shapes) << "\n";
  if (!report.base.empty()) {
    text << "base " << report.base << ", moving bodies " << report.bodies << "\n";
  }
  int errors = 0, warnings = 0;
  for (const Diagnostic& d : report.diagnostics) {
    errors += d.severity == Severity::kError ? 1 : 0;
    warnings += d.severity == Severity::kWarning ? 1 : 0;
    text << (d.file.empty() ? report.file : d.file);
    if (d.line > 0) text << ":" << d.line;
    text << ": " << severity_name(d.severity) << ": ";
    if (!d.element.empty()) text << d.element << ": ";
    text << d.message << "\n";
  }
  text << (report.accepted ? "accepted" : "refused") << ", " << errors << " error(s), " << warnings
       << " warning(s)\n";
  return text.str();
}

std::string check_report_json(const CheckReport& report) {
  nlohmann::ordered_json json;
  json["accepted"] = report.accepted;
  json["file"] = report.file;
  json["name"] = report.name;
  json["links"] = report.links;
  json["joints"] = report.joints;
  json["joint_types"] = report.joint_types;
  json["dof"] = report.dof;
  json["mimic"] = report.mimic;
  json["mass"] = report.mass;
  json["shapes"] = report.shapes;
  json["missing_visuals"] = report.missing_visuals;
  json["base"] = report.base;
  json["bodies"] = report.bodies;
  json["diagnostics"] = nlohmann::ordered_json::array();
  for (const Diagnostic& d : report.diagnostics) {
    json["diagnostics"].push_back({{"severity", severity_name(d.severity)},
                                   {"file", d.file},
                                   {"line", d.line},
                                   {"element", d.element},
                                   {"message", d.message}});
  }
  // Names may hold bytes that are no UTF-8; they are replaced, not refused.
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace cardan
