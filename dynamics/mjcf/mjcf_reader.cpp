#include <algorithm>
#include <filesystem>

#include "cardan/error.h"
#include "cardan/mjcf_description.h"
#include "dynamics/mjcf/read.h"
#include "dynamics/urdf/source_text.h"

namespace cardan {

namespace mjcf {
namespace {

// Top-level sections by tag, in the order of the file.
using Sections = std::map<std::string, std::vector<const Element*>>;

void report_other_sections(Reader& reader, const Sections& sections) {
  static const std::set<std::string> kRead = {"compiler",  "option",  "default",  "asset",
                                              "worldbody", "contact", "equality", "tendon",
                                              "actuator",  "sensor",  "keyframe"};
  for (const auto& [tag, elements] : sections) {
    if (kRead.contains(tag)) continue;
    for (const Element* element : elements) reader.check_element(*element, "");
  }
}

void read_model(Reader& reader, const Element& root) {
  MjcfDescription& model = reader.out;
  model.line = root.GetLineNum();
  reader.check_attributes(root, "mujoco");
  reader.text(root, "model", model.name);
  Sections sections;
  for (const Element* element : reader.children(root)) sections[element->Name()].push_back(element);
  // A section is read after the sections that it depends on.
  for (const Element* e : sections["compiler"]) reader.read_compiler(*e);
  for (const Element* e : sections["option"]) reader.read_option(*e);
  reader.read_defaults(sections["default"]);
  for (const Element* e : sections["asset"]) reader.read_asset(*e);
  reader.load_meshes();
  reader.read_world(sections["worldbody"]);
  reader.finish_geoms();
  reader.set_inertias();
  for (const Element* e : sections["contact"]) reader.read_contact(*e);
  for (const Element* e : sections["tendon"]) reader.read_tendon(*e);
  for (const Element* e : sections["equality"]) reader.read_equality(*e);
  for (const Element* e : sections["actuator"]) reader.read_actuator(*e);
  reader.resolve_damping_ratios();
  for (const Element* e : sections["sensor"]) reader.read_sensor(*e);
  for (const Element* e : sections["keyframe"]) reader.read_keyframe(*e);
  report_other_sections(reader, sections);
  if (sections["worldbody"].empty()) reader.error(root, "the model has no <worldbody>");
}

void throw_first_error(const MjcfDescription& model) {
  const Diagnostic* error = model.first_error();
  if (error == nullptr) return;
  std::string where = error->file;
  if (error->line > 0) where.append(":").append(std::to_string(error->line));
  if (!error->element.empty()) where.append(": ").append(error->element);
  const auto errors =
      std::count_if(model.diagnostics.begin(), model.diagnostics.end(),
                    [](const Diagnostic& d) { return d.severity == Severity::kError; });
  throw Error(error->message, where,
              errors > 1 ? std::to_string(errors - 1) + " more: cardan check lists all" : "");
}

}  // namespace
}  // namespace mjcf

MjcfDescription inspect_mjcf_text(const std::string& text, const std::string& label,
                                  const MjcfOptions& options) {
  MjcfDescription model;
  model.file = label;
  mjcf::Reader reader(model, options);
  if (const mjcf::Element* root = reader.parse_main(text)) mjcf::read_model(reader, *root);
  if (options.strict) {
    for (Diagnostic& d : model.diagnostics)
      if (d.severity == Severity::kWarning) d.severity = Severity::kError;
  }
  return model;
}

MjcfDescription inspect_mjcf(const std::string& file, const MjcfOptions& options) {
  std::string text, why;
  if (urdf::read_file(file, text, why)) return inspect_mjcf_text(text, file, options);
  MjcfDescription model;
  model.file = file;
  model.diagnostics.push_back({Severity::kError, file, 0, "", "MJCF file: " + why});
  return model;
}

MjcfDescription read_mjcf(const std::string& file, const MjcfOptions& options) {
  MjcfDescription model = inspect_mjcf(file, options);
  mjcf::throw_first_error(model);
  return model;
}

MjcfDescription read_mjcf_text(const std::string& text, const std::string& label,
                               const MjcfOptions& options) {
  MjcfDescription model = inspect_mjcf_text(text, label, options);
  mjcf::throw_first_error(model);
  return model;
}

bool is_mjcf_file(const std::string& file) {
  std::string text, why;
  if (!urdf::read_file(file, text, why)) return false;
  // The first tag that is no declaration, comment or document type.
  std::size_t at = 0;
  while ((at = text.find('<', at)) != text.npos) {
    if (text.compare(at, 4, "<!--") == 0) {
      at = text.find("-->", at);
    } else if (text.compare(at, 2, "<?") == 0 || text.compare(at, 2, "<!") == 0) {
      at = text.find('>', at);
    } else {
      const std::size_t end = text.find_first_of(" \t\r\n/>", at);
      return end != text.npos && text.substr(at, end - at) == "<mujoco";
    }
    if (at == text.npos) return false;
  }
  return false;
}

}  // namespace cardan
