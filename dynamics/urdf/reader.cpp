#include <algorithm>
#include <filesystem>
#include <string_view>

#include "cardan/error.h"
#include "cardan/urdf.h"
#include "core/nearest.h"
#include "dynamics/urdf/mesh_search.h"
#include "dynamics/urdf/read_context.h"
#include "dynamics/urdf/source_text.h"

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

// MuJoCo changes masses, or the motion, by these parts of its block.
void check_mujoco(ReadContext& context, const Element& root) {
  static const std::set<std::string> kMotion = {"inertiafromgeom", "balanceinertia", "boundmass",
                                                "boundinertia",    "settotalmass",   "option"};
  const Element* mujoco = root.FirstChildElement("mujoco");
  for (const Element* e = mujoco ? mujoco->FirstChildElement() : nullptr; e;
       e = e->NextSiblingElement()) {
    const std::string tag = e->Name();
    const Place place{"mujoco / " + tag, e->GetLineNum()};
    if (kMotion.count(tag)) context.warn(place, "<" + tag + "> is not read");
    if (tag != "compiler") continue;
    for (const auto* a = e->FirstAttribute(); a; a = a->Next())
      if (kMotion.count(a->Name()))
        context.warn(place, std::string("attribute '") + a->Name() + "' is not read");
  }
}

// Reports elements of <robot> that are not read: a warning if they can change the motion, or if a
// sensor is lost.
void note_unread(ReadContext& context, const Element& root) {
  static const std::set<std::string> kRead = {"link",
                                              "joint",
                                              "drake:joint",
                                              "material",
                                              "gazebo",
                                              "mujoco",
                                              "collision_filter_group",
                                              "drake:collision_filter_group",
                                              "cardan:posture"};
  static const std::set<std::string> kOfControllers = {"transmission", "ros2_control", "frame"};
  std::map<std::string, std::pair<int, int>> unread;  // tag → count, first line
  for (const Element* e = root.FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (kRead.count(e->Name())) continue;
    auto& entry = unread[e->Name()];
    if (entry.first++ == 0) entry.second = e->GetLineNum();
  }
  for (const auto& [tag, entry] : unread) {
    const bool xacro = tag.rfind("xacro:", 0) == 0;
    const bool foreign =
        tag.find(':') != tag.npos && tag.rfind("cardan:", 0) != 0 && tag.rfind("drake:", 0) != 0;
    const bool harmless = kOfControllers.count(tag) > 0 || (foreign && !xacro);
    const std::string meant =
        harmless || xacro ? "" : nearest_name(tag, {kRead.begin(), kRead.end()});
    const std::string message =
        "<" + tag + "> " +
        (xacro ? "is left over from xacro; ignored, expand the file to be sure"
               : "is not read" + (meant.empty() ? "" : "; did you mean '" + meant + "'?")) +
        (entry.first > 1 ? " (" + std::to_string(entry.first) + " times)" : "");
    const Place place{tag, entry.second};
    if (harmless) {
      context.info(place, message);
    } else {
      context.warn(place, message);
    }
  }
}

// Limits of moving joints that only controllers know. URDF requires a velocity, so the messages are
// no warnings, which strict reading would reject; a world warns.
void note_limits_of_controllers(ReadContext& context, const Element& root) {
  int velocities = 0, soft = 0;
  Place first_velocity, first_soft;
  for (const JointRecord& joint : context.robot.joints) {
    if (!joint.velocity || velocities++ > 0) continue;
    first_velocity = {"joint \"" + joint.name + "\" / limit", joint.limit_line};
  }
  for (const Element* e = root.FirstChildElement("joint"); e; e = e->NextSiblingElement("joint")) {
    const Element* controller = e->FirstChildElement("safety_controller");
    if (!controller || text_attribute(*e, "type") == "fixed" || soft++ > 0) continue;
    first_soft = {"joint \"" + text_attribute(*e, "name") + "\" / safety_controller",
                  controller->GetLineNum()};
  }
  const std::string end = " joint(s); this is the first";
  if (velocities > 0)
    context.info(first_velocity,
                 "no step enforces the velocity limits of " + std::to_string(velocities) + end);
  if (soft > 0)
    context.info(first_soft,
                 "no step enforces the safety controllers of " + std::to_string(soft) + end);
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
  check_gazebo(context, root);
  check_mujoco(context, root);
  note_unread(context, root);
  note_limits_of_controllers(context, root);
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
    const bool is_mjcf = other != nullptr && std::string_view(other->Name()) == "mujoco";
    context.error({"", other ? other->GetLineNum() : 0},
                  std::string("no <robot> element; this is not a URDF file") +
                      (is_mjcf ? ", but an MJCF file" : ""));
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
