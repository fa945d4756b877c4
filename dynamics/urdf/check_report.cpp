#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cardan/error.h"
#include "cardan/robot_model.h"
#include "cardan/urdf.h"
#include "core/diagnostic_text.h"
#include "core/failure_text.h"
#include "core/shown_text.h"

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
  // Limits the indentation: a chain of 100000 links would fill the memory with blanks.
  line << std::string(2 * std::min<std::size_t>(depth, 60), ' ') << link.name;
  if (joint >= 0) {
    const JointRecord& record = description.joints[static_cast<std::size_t>(joint)];
    line << "  [" << record.name << ": " << record.type_name << "]";
  }
  if (link.inertial && link.inertial->mass) line << "  " << *link.inertial->mass << " kg";
  const auto shapes = std::count_if(link.collisions.begin(), link.collisions.end(),
                                    [](const ShapeRecord& shape) { return !shape.tag.empty(); });
  if (shapes > 0) line << "  " << shapes << " shape(s)";
  return line.str();
}

// Depth first in file order. Not recursive, because a chain may be long.
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
    // In reverse, so that the first child is the next to be taken.
    for (std::size_t k = below.size(); k-- > 0;) {
      const int joint = below[k];
      stack.push_back(
          {description.joints[static_cast<std::size_t>(joint)].child, joint, visit.depth + 1});
    }
  }
  return lines;
}

void take_robot(RobotModel robot, CheckReport& report) {
  const Skeleton& skeleton = *robot.skeleton;
  report.base = robot_base_name(robot.base);
  report.base_reason = robot.base_reason;
  report.bodies = skeleton.num_bodies();
  report.freedoms = skeleton.nv();
  report.base_freedoms = skeleton.floating_base() ? 6 : 0;
  report.diagnostics = robot.diagnostics;
  report.robot = std::make_shared<RobotModel>(std::move(robot));
  report.accepted = true;
}

std::string counted(const std::map<std::string, int>& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  }
  return text.empty() ? "none" : text;
}

}  // namespace

Diagnostic refusal(const std::string& file, std::string message) {
  Diagnostic d{Severity::kError, file, 0, "", ""};
  if (message.rfind(file + ":", 0) == 0) {
    message.erase(0, file.size() + 1);
    const auto [end, failure] =
        std::from_chars(message.data(), message.data() + message.size(), d.line);
    if (failure == std::errc()) message.erase(0, static_cast<std::size_t>(end - message.data()));
    message.erase(0, message.find_first_not_of(": "));
  }
  d.message = message;
  return d;
}

void judge(const UrdfOptions& options, CheckReport& report) {
  for (Diagnostic& d : report.diagnostics) {
    if (options.strict && d.severity == Severity::kWarning) d.severity = Severity::kError;
    if (d.severity != Severity::kError) continue;
    report.accepted = false;
    report.robot = nullptr;
  }
  report.diagnostics = in_line_order(std::move(report.diagnostics));
}

namespace {

// inspect: reads the description with the given options.
template <class Inspect>
CheckReport check_description(const Inspect& inspect, const std::string& file,
                              const UrdfOptions& options) {
  CheckReport report;
  report.file = file;
  UrdfOptions lenient = options;
  lenient.strict = false;  // so that all diagnostics of the build are listed
  try {
    const RobotDescription description = inspect(lenient);
    take_counts(description, report);
    report.diagnostics = description.diagnostics;
    if (!description.root.empty()) report.tree = make_tree(description);
    if (!description.first_error()) take_robot(build_robot(description, lenient), report);
  } catch (const std::exception& error) {
    report.diagnostics.push_back(refusal(file, failure_text(error)));
  }
  judge(options, report);
  return report;
}

}  // namespace

CheckReport check_urdf(const std::string& file, const UrdfOptions& options) {
  return check_description([&](const UrdfOptions& lenient) { return inspect_urdf(file, lenient); },
                           file, options);
}

CheckReport check_urdf_text(const std::string& text, const std::string& label,
                            const UrdfOptions& options) {
  return check_description(
      [&](const UrdfOptions& lenient) { return inspect_urdf_text(text, label, lenient); }, label,
      options);
}

namespace {

std::string freedoms_text(const CheckReport& report) {
  if (report.bodies == 0) return "freedoms " + std::to_string(report.dof);
  const int joints = report.freedoms - report.base_freedoms;
  std::string text = "freedoms " + std::to_string(report.freedoms) + " (" + std::to_string(joints) +
                     (joints == 1 ? " joint" : " joints");
  if (report.base_freedoms > 0) text += ", " + std::to_string(report.base_freedoms) + " base";
  return text + ")";
}

// How the base is attached, why, and how to attach it otherwise.
std::string base_text(const CheckReport& report) {
  const bool floats = report.base == "floating";
  const std::string other = floats ? "fixed" : "floating";
  std::string text = "base " + report.base + ": " + report.base_reason;
  text += "; use --base " + other + " (in a scene: `base: " + other + "`) to ";
  return text + (floats ? "fix it" : "let it float");
}

std::string verdict(const CheckReport& report) {
  const auto number = [&](Severity severity) {
    return std::to_string(
        std::count_if(report.diagnostics.begin(), report.diagnostics.end(),
                      [&](const Diagnostic& d) { return d.severity == severity; }));
  };
  return std::string(report.accepted ? "accepted" : "refused") + ", " + number(Severity::kError) +
         " error(s), " + number(Severity::kWarning) + " warning(s)\n";
}

}  // namespace

std::string check_report_text(const CheckReport& report) {
  std::ostringstream text;
  text << escaped_line(report.file) << ": robot \"" << escaped_line(report.name) << "\"\n";
  for (const std::string& line : report.tree) text << "  " << escaped_line(line) << "\n";
  text << "links " << report.links << ", joints " << report.joints << " ("
       << counted(report.joint_types) << "), " << freedoms_text(report) << ", mimic "
       << report.mimic << "\n"
       << "mass " << report.mass << " kg, collision shapes: " << counted(report.shapes) << "\n";
  if (!report.base.empty()) {
    text << base_text(report) << "\n"
         << "moving bodies " << report.bodies << "\n";
  }
  text << diagnostics_text(report.diagnostics, Severity::kInfo) << verdict(report);
  return text.str();
}

std::string check_report_quiet(const CheckReport& report) {
  const std::string text = diagnostics_text(report.diagnostics, Severity::kWarning);
  return text.empty() && report.accepted ? "" : text + verdict(report);
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
  json["freedoms"] = report.freedoms;
  json["base_freedoms"] = report.base_freedoms;
  json["mimic"] = report.mimic;
  json["mass"] = report.mass;
  json["shapes"] = report.shapes;
  json["missing_visuals"] = report.missing_visuals;
  json["base"] = report.base;
  json["base_reason"] = report.base_reason;
  json["bodies"] = report.bodies;
  json["diagnostics"] = nlohmann::ordered_json::array();
  for (const Diagnostic& d : report.diagnostics) {
    json["diagnostics"].push_back({{"severity", severity_name(d.severity)},
                                   {"file", d.file},
                                   {"line", d.line},
                                   {"element", d.element},
                                   {"message", d.message}});
  }
  // Names may contain bytes that are not UTF-8; they are replaced.
  std::string text = json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  // JSON permits an unescaped DEL, but it is a control character and therefore escaped.
  for (std::size_t at = text.find('\x7f'); at != text.npos; at = text.find('\x7f', at))
    text.replace(at, 1, "\\u007f");
  return text;
}

}  // namespace cardan
