#include "cardan/dynamics/urdf/reader.h"

#include <algorithm>
#include <filesystem>

#include "cardan/core/error.h"
#include "cardan/core/nearest.h"
#include "cardan/dynamics/urdf/mesh_search.h"
#include "cardan/dynamics/urdf/read_context_internal.h"
#include "cardan/dynamics/urdf/source_text_internal.h"

namespace cardan {

namespace urdf {
namespace {

void report_xml_error(ReadContext& context, const tinyxml2::XMLDocument& document,
                      const std::string& text) {
  const bool ends = text.find("</robot>") != text.npos;
  std::string cause = "the XML is not well-formed";
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      cause += " (a closing tag does not match)";
      break;
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      cause += " (a faulty attribute)";
      break;
    case tinyxml2::XML_ERROR_PARSING_ELEMENT:
      cause += " (a faulty tag)";
      break;
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      cause += " (nested too deep)";
      break;
    default:
      break;
  }
  if (!ends) cause += "; the file ends before </robot>, is it truncated?";
  context.error({"", document.ErrorLineNum()}, cause);
}

void collect_materials(ReadContext& context, const Element& root) {
  const auto collect = [&](const Element& holder) {
    const Element* e = holder.FirstChildElement("material");
    for (; e; e = e->NextSiblingElement("material")) {
      if (!e->FirstChildElement("color") && !e->FirstChildElement("texture")) continue;
      const std::string name = text_attribute(*e, "name");
      std::string fault;
      context.materials.emplace(name, read_appearance(*e, fault));
      if (!fault.empty()) {
        context.info({"material \"" + name + "\"", e->GetLineNum()},
                     "the colour is left out: " + fault);
      }
    }
  };
  collect(root);
  for (const Element* l = root.FirstChildElement("link"); l; l = l->NextSiblingElement("link")) {
    const Element* v = l->FirstChildElement("visual");
    for (; v; v = v->NextSiblingElement("visual")) collect(*v);
  }
}

// MuJoCo's mesh folder, for files whose mesh paths are relative to it.
void find_mesh_directory(ReadContext& context, const Element& root) {
  const Element* mujoco = root.FirstChildElement("mujoco");
  const Element* compiler = mujoco ? mujoco->FirstChildElement("compiler") : nullptr;
  if (!compiler) return;
  context.robot.mesh_directory = text_attribute(*compiler, "meshdir");
  context.search.mesh_directory = context.robot.mesh_directory;
}

void note_unread(ReadContext& context, const Element& root) {
  static const std::set<std::string> kKnown = {"link",
                                               "joint",
                                               "drake:joint",
                                               "material",
                                               "gazebo",
                                               "transmission",
                                               "sensor",
                                               "frame",
                                               "mujoco",
                                               "ros2_control",
                                               "collision_filter_group",
                                               "drake:collision_filter_group",
                                               "cardan:posture"};
  std::map<std::string, std::pair<int, int>> unread;  // tag → count, first line
  for (const Element* e = root.FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (kKnown.count(e->Name())) continue;
    auto& entry = unread[e->Name()];
    if (entry.first++ == 0) entry.second = e->GetLineNum();
  }
  static const std::set<std::string> kMatters = {"loop_joint", "inertial", "collision",   "visual",
                                                 "origin",     "geometry", "drake:tendon"};
  for (const auto& [tag, entry] : unread) {
    const bool xacro = tag.rfind("xacro:", 0) == 0;
    const bool foreign = tag.find(':') != tag.npos && tag.rfind("cardan:", 0) != 0;
    const std::string meant = foreign ? "" : nearest_name(tag, {kKnown.begin(), kKnown.end()});
    const std::string message =
        "<" + tag + "> " +
        (xacro ? "is left over from xacro; ignored, expand the file to be sure"
               : "is not read" + (meant.empty() ? "" : "; did you mean '" + meant + "'?")) +
        (entry.first > 1 ? " (" + std::to_string(entry.first) + " times)" : "");
    const Place place{tag, entry.second};
    if (xacro || kMatters.count(tag) || !meant.empty()) {
      context.warn(place, message);
    } else {
      context.info(place, message);
    }
  }
}

// Verifies that the XML and the description read from it have the same number of items.
void compare_counts(ReadContext& context) {
  const RobotDescription& robot = context.robot;
  int links = 0, shapes = 0, visuals = 0, inertials = 0, counted_shapes = 0;
  for (const LinkRecord& link : robot.links) {
    links += link.implicit ? 0 : 1;
    for (const ShapeRecord& shape : link.collisions) shapes += shape.tag.empty() ? 0 : 1;
    visuals += static_cast<int>(link.visuals.size());
    inertials += link.inertial ? 1 : 0;
  }
  for (const auto& [tag, count] : robot.counts.shapes) counted_shapes += count;
  const auto compare = [&](const char* what, int in_file, int read) {
    if (in_file == read) return;
    context.warn({"robot", robot.line}, "the file has " + std::to_string(in_file) + " " + what +
                                            ", but " + std::to_string(read) + " were read");
  };
  compare("links", robot.counts.links, links);
  compare("joints", robot.counts.joints, static_cast<int>(robot.joints.size()));
  compare("collision shapes", counted_shapes, shapes);
  compare("visuals", robot.counts.visuals, visuals);
  compare("inertials", robot.counts.inertials, inertials);
}

constexpr int kMostFileLinks = 100000;  // also the limit for joints; the largest known robots have
                                        // hundreds
constexpr int kMostMimics = 3000;

bool too_large(ReadContext& context) {
  const FileCounts& counts = context.robot.counts;
  const Place place{"robot", context.robot.line};
  const auto refuse = [&](const char* what, int count, int most) {
    if (count <= most) return false;
    context.error(place, std::to_string(count) + " " + what + "; at most " + std::to_string(most) +
                             " are supported, split the file");
    return true;
  };
  return refuse("links", counts.links, kMostFileLinks) ||
         refuse("joints", counts.joints, kMostFileLinks) ||
         refuse("mimic joints", counts.mimic, kMostMimics);
}

// Reports files that are not at the path given by their name: where they were found, once per
// location.
void report_guessed_files(ReadContext& context) {
  for (const auto& [guess, entry] : context.guessed_files) {
    const auto& [count, place] = entry;
    context.info(place, guess + (count > 1 ? " (" + std::to_string(count) + " files)" : ""));
  }
}

void read_version(ReadContext& context, const Element& root) {
  std::string& version = context.robot.version;
  version = text_attribute(root, "version");
  static const std::set<std::string> kKnown = {"", "1", "1.0", "1.1", "1.2"};
  if (kKnown.count(version)) return;
  context.info({"robot", root.GetLineNum()},
               "URDF version \"" + version + "\" is not known; read as version 1.2");
}

void read_robot(ReadContext& context, const Element& root) {
  RobotDescription& robot = context.robot;
  robot.line = root.GetLineNum();
  robot.name = text_attribute(root, "name");
  if (robot.name.empty()) context.info({"robot", robot.line}, "the robot has no name");
  read_version(context, root);
  robot.counts = count_elements(root);
  if (too_large(context) || refuse_xacro(context, root)) return;
  collect_materials(context, root);
  find_mesh_directory(context, root);
  for (const Element* e = root.FirstChildElement(); e; e = e->NextSiblingElement()) {
    const std::string tag = e->Name();
    if (tag == "link") read_link(context, *e);
    if (tag == "joint" || tag == "drake:joint") read_joint(context, *e);
  }
  read_gazebo_surfaces(context, root);
  read_filter_groups(context, root);
  apply_self_collision(context);
  read_postures(context, root);
  check_elements(context, root);
  note_unread(context, root);
  report_guessed_files(context);
  compare_counts(context);
  check_tree(context);
  check_mimics(context);
  check_inertias(context);
  read_srdf(context);
}

void inspect(ReadContext& context, const std::string& original) {
  std::vector<Diagnostic> notes;
  const std::string text = repair_xml_text(original, notes);
  for (Diagnostic& note : notes) {
    note.file = context.robot.file;
    context.robot.diagnostics.push_back(note);
  }
  if (text.empty()) return;
  tinyxml2::XMLDocument document;
  if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
    report_xml_error(context, document, text);
    return;
  }
  const Element* root = document.FirstChildElement("robot");
  if (!root) {
    const Element* other = document.RootElement();
    context.error({"", other ? other->GetLineNum() : 0},
                  "no <robot> element; this is not a URDF file");
    return;
  }
  read_robot(context, *root);
}

void apply_strictness(RobotDescription& robot, const UrdfOptions& options) {
  if (!options.strict) return;
  for (Diagnostic& d : robot.diagnostics) {
    if (d.severity == Severity::kWarning) d.severity = Severity::kError;
  }
}

void throw_first_error(const RobotDescription& robot) {
  const Diagnostic* error = robot.first_error();
  if (!error) return;
  std::string where = error->file;
  if (error->line > 0) where.append(":").append(std::to_string(error->line));
  if (!error->element.empty()) where.append(": ").append(error->element);
  const auto errors =
      std::count_if(robot.diagnostics.begin(), robot.diagnostics.end(),
                    [](const Diagnostic& d) { return d.severity == Severity::kError; });
  const std::string more =
      errors > 1 ? std::to_string(errors - 1) + " more: cardan check lists all" : "";
  throw Error(error->message, where, more);
}

}  // namespace
}  // namespace urdf

RobotDescription inspect_urdf_text(const std::string& text, const std::string& label,
                                   const UrdfOptions& options) {
  RobotDescription robot;
  robot.file = label;
  UrdfOptions here = options;
  if (here.directory.empty()) here.directory = ".";
  urdf::ReadContext context(robot, options);
  context.search = mesh_search(robot, here);
  urdf::inspect(context, text);
  urdf::apply_strictness(robot, options);
  return robot;
}

RobotDescription inspect_urdf(const std::string& file, const UrdfOptions& options) {
  std::string text, why;
  if (!urdf::read_file(file, text, why)) {
    RobotDescription robot;
    robot.file = file;
    robot.diagnostics.push_back({Severity::kError, file, 0, "", "URDF file: " + why});
    return robot;
  }
  UrdfOptions here = options;
  if (here.directory.empty()) {
    const auto parent = std::filesystem::path(file).parent_path();
    here.directory = parent.empty() ? "." : parent.string();
  }
  return inspect_urdf_text(text, file, here);
}

RobotDescription read_urdf(const std::string& file, const UrdfOptions& options) {
  RobotDescription robot = inspect_urdf(file, options);
  urdf::throw_first_error(robot);
  return robot;
}

RobotDescription read_urdf_text(const std::string& text, const std::string& label,
                                const UrdfOptions& options) {
  RobotDescription robot = inspect_urdf_text(text, label, options);
  urdf::throw_first_error(robot);
  return robot;
}

}  // namespace cardan
