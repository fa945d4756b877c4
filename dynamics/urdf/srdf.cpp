#include <algorithm>
#include <filesystem>

#include "cardan/urdf.h"
#include "dynamics/urdf/read_context.h"
#include "dynamics/urdf/source_text.h"

namespace cardan {

std::vector<std::string> srdf_places(const std::string& urdf) {
  const std::filesystem::path file(urdf), folder = file.parent_path();
  const std::string name = file.stem().string() + ".srdf";
  return {(folder / name).lexically_normal().string(),
          (folder / ".." / "srdf" / name).lexically_normal().string()};
}

}  // namespace cardan

namespace cardan::urdf {

namespace {

namespace fs = std::filesystem;

std::string find_srdf(const ReadContext& context) {
  if (!context.options.srdf_file.empty()) return context.options.srdf_file;
  for (const std::string& place : srdf_places(context.robot.file)) {
    std::error_code error;
    if (fs::is_regular_file(place, error)) return place;
  }
  return "";
}

void read_virtual_joint(const Element& root, SrdfRecord& srdf, std::vector<Diagnostic>& diagnostics,
                        const std::string& link) {
  const Element* joint = root.FirstChildElement("virtual_joint");
  if (!joint) return;
  const std::string type = text_attribute(*joint, "type");
  const std::string child = text_attribute(*joint, "child_link");
  const auto warn = [&](const std::string& message) {
    diagnostics.push_back({Severity::kWarning, srdf.file, joint->GetLineNum(),
                           "virtual_joint \"" + text_attribute(*joint, "name") + "\"", message});
  };
  if (type != "fixed" && type != "floating" && type != "planar") {
    warn("unknown type '" + type + "'; ignored (known are fixed, floating, planar)");
    return;
  }
  if (child != link) {
    warn("carries \"" + child + "\", but the root link is \"" + link + "\"; ignored");
    return;
  }
  srdf.virtual_joint_type = type;
  srdf.virtual_joint_name = text_attribute(*joint, "name");
  srdf.virtual_joint_child = child;
}

void read_pairs(ReadContext& context, const Element& root, SrdfRecord& srdf) {
  std::set<std::string> links;
  for (const LinkRecord& link : context.robot.links) links.insert(link.name);
  int unknown = 0, first_line = 0;
  for (const Element* e = root.FirstChildElement("disable_collisions"); e;
       e = e->NextSiblingElement("disable_collisions")) {
    const std::string a = text_attribute(*e, "link1"), b = text_attribute(*e, "link2");
    if (links.count(a) && links.count(b)) {
      srdf.disabled_links.emplace_back(std::min(a, b), std::max(a, b));
    } else if (unknown++ == 0) {
      first_line = e->GetLineNum();
    }
  }
  if (unknown > 0) {
    context.robot.diagnostics.push_back(
        {Severity::kInfo, srdf.file, first_line, "disable_collisions",
         std::to_string(unknown) +
             " pair(s) refer to a link that is not in the URDF; this is the first"});
  }
}

}  // namespace

namespace {

// Reads the text and sets its name in srdf.file. Returns false if there is none.
bool find_text(ReadContext& context, Severity severity, std::string& bytes) {
  SrdfRecord& srdf = context.robot.srdf;
  bytes = context.options.srdf_text;
  srdf.file = bytes.empty() ? "" : "SRDF text";
  if (!bytes.empty() || !context.options.find_files) return !bytes.empty();
  srdf.file = find_srdf(context);
  if (srdf.file.empty()) return false;
  std::string why;
  if (read_file(srdf.file, bytes, why)) return true;
  context.robot.diagnostics.push_back({severity, srdf.file, 0, "", "SRDF file: " + why});
  return false;
}

void read_group_states(ReadContext& context, const Element& root, SrdfRecord& srdf) {
  std::set<std::string> joints, strays;
  for (const JointRecord& joint : context.robot.joints) joints.insert(joint.name);
  const char* const tag = "group_state";
  for (const Element* e = root.FirstChildElement(tag); e; e = e->NextSiblingElement(tag)) {
    read_posture(context, *e, {tag, e->GetLineNum()}, srdf.postures);
  }
  for (PostureRecord& posture : srdf.postures) {
    for (auto entry = posture.q.begin(); entry != posture.q.end();) {
      const bool known = joints.count(entry->first) > 0;
      if (!known) strays.insert(entry->first);
      entry = known ? std::next(entry) : posture.q.erase(entry);
    }
  }
  if (strays.empty()) return;
  context.info({tag, 0}, std::to_string(strays.size()) +
                             " joint(s) of postures are not in the URDF, \"" + *strays.begin() +
                             "\" first");
}

}  // namespace

void read_srdf(ReadContext& context) {
  // A file requested by name must exist; one found beside the URDF is optional.
  const Severity severity =
      context.options.srdf_file.empty() ? Severity::kWarning : Severity::kError;
  std::string bytes;
  if (!find_text(context, severity, bytes)) return;
  SrdfRecord& srdf = context.robot.srdf;
  std::vector<Diagnostic>& diagnostics = context.robot.diagnostics;
  std::vector<Diagnostic> notes;
  tinyxml2::XMLDocument document;
  document.Parse(repair_xml_text(bytes, notes).c_str());
  for (const Diagnostic& note : notes) {
    if (note.severity != Severity::kError) continue;
    diagnostics.push_back({severity, srdf.file, note.line, "", note.message + "; ignored"});
    return;
  }
  const Element* root = document.Error() ? nullptr : document.FirstChildElement("robot");
  if (!root) {
    diagnostics.push_back({severity, srdf.file, document.ErrorLineNum(), "",
                           "not a readable SRDF file (no <robot>); ignored"});
    return;
  }
  context.file = srdf.file;
  read_virtual_joint(*root, srdf, diagnostics, context.robot.root);
  read_pairs(context, *root, srdf);
  read_group_states(context, *root, srdf);
  for (const Element* e = root->FirstChildElement("passive_joint"); e;
       e = e->NextSiblingElement("passive_joint")) {
    srdf.passive_joints.push_back(text_attribute(*e, "name"));
  }
  context.info({"", 0}, "SRDF read: " + std::to_string(srdf.disabled_links.size()) +
                            " pairs of links that are never tested for collision, " +
                            std::to_string(srdf.postures.size()) + " posture(s)");
  context.file = context.robot.file;
}

}  // namespace cardan::urdf
