#include <algorithm>
#include <filesystem>

#include "core/file_kind.h"
#include "core/read_file.h"
#include "dynamics/mjcf/read.h"
#include "dynamics/urdf/source_text.h"

namespace cardan::mjcf {

namespace {

namespace fs = std::filesystem;

std::string folder_of(const MjcfDescription& description, const MjcfOptions& options) {
  if (!options.directory.empty()) return options.directory;
  const std::string parent = fs::path(description.file).parent_path().string();
  return parent.empty() ? "." : parent;
}

std::string with_folder(const std::string& folder, const std::string& name) {
  return fs::path(name).is_absolute() ? name : (fs::path(folder) / name).string();
}

}  // namespace

Source Reader::source(const Element& element) const {
  const auto file = files_.find(element.GetDocument());
  return {file == files_.end() ? out.file : file->second, element.GetLineNum()};
}

const Element* Reader::parse(const std::string& text, const std::string& file) {
  std::vector<Diagnostic> notes;
  const std::string repaired = urdf::repair_xml_text(text, notes);
  for (Diagnostic& note : notes) {
    note.file = file;
    out.diagnostics.push_back(note);
  }
  if (repaired.empty()) return nullptr;
  auto document = std::make_unique<tinyxml2::XMLDocument>();
  if (document->Parse(repaired.data(), repaired.size()) != tinyxml2::XML_SUCCESS) {
    std::string cause = "the XML is not well-formed";
    if (document->ErrorID() == tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED) cause += " (nested too deep)";
    if (document->ErrorID() == tinyxml2::XML_ERROR_MISMATCHED_ELEMENT)
      cause += " (a closing tag does not match)";
    if (repaired.find("</mujoco") == repaired.npos) cause += "; is the file truncated?";
    out.diagnostics.push_back({Severity::kError, file, document->ErrorLineNum(), "", cause});
    return nullptr;
  }
  const Element* root = document->RootElement();
  if (root == nullptr) {
    out.diagnostics.push_back({Severity::kError, file, 0, "", "the file has no element"});
    return nullptr;
  }
  files_[document.get()] = file;
  documents_.push_back(std::move(document));
  return root;
}

const Element* Reader::parse_main(const std::string& text) {
  if (!options.allow_outside && !outside_is_allowed()) {
    const std::string folder = folder_of(out, options);
    scope_.emplace();
    scope_->add_project_of((fs::path(folder) / fs::path(out.file).filename()).string());
    scope_->add((fs::path(folder) / "..").string());
  }
  const Element* root = parse(text, out.file);
  if (root != nullptr && std::string_view(root->Name()) != "mujoco") {
    const bool is_urdf = std::string_view(root->Name()) == "robot";
    out.diagnostics.push_back({Severity::kError, out.file, root->GetLineNum(), "",
                               std::string("no <mujoco> element; this is not an MJCF file") +
                                   (is_urdf ? ", but a URDF file" : "")});
    return nullptr;
  }
  return root;
}

const Element* Reader::include(const Element& element) {
  check_attributes(element, "include");
  std::string name;
  if (!text(element, "file", name) || name.empty()) {
    error(element, "attribute 'file' is missing");
    return nullptr;
  }
  const std::string folder = folder_of(out, options);
  std::string path = with_folder(folder, name);
  const std::string beside =
      with_folder(fs::path(source(element).file).parent_path().string(), name);
  if (options.find_files && !is_file(path) && is_file(beside)) path = beside;
  if (!options.find_files || !is_file(path)) {
    error(element, "included file '" + path + "' not found");
    return nullptr;
  }
  if (scope_ && !scope_->allows(path)) {
    error(element, "included file '" + path + "' is outside the project of the model");
    return nullptr;
  }
  std::error_code unreachable;
  const fs::path whole = fs::weakly_canonical(path, unreachable);
  const fs::path main = fs::weakly_canonical(out.file, unreachable);
  if (whole == main || !included_.insert(whole.string()).second) {
    error(element, "file '" + path + "' is included twice");
    return nullptr;
  }
  std::string bytes, why;
  if (!urdf::read_file(path, bytes, why)) {
    error(element, "included file '" + path + "': " + why);
    return nullptr;
  }
  out.included.push_back(path);
  return parse(bytes, path);
}

const std::vector<const Element*>& Reader::children(const Element& parent) {
  const auto known = children_.find(&parent);
  if (known != children_.end()) return known->second;
  std::vector<const Element*> found;
  for (const Element* e = parent.FirstChildElement(); e; e = e->NextSiblingElement()) {
    if (std::string_view(e->Name()) != "include") {
      found.push_back(e);
      continue;
    }
    if (included_.size() > 1000) {
      error(*e, "more than 1000 included files");
      break;
    }
    const Element* root = include(*e);
    if (root == nullptr) continue;
    const std::vector<const Element*>& inner = children(*root);
    found.insert(found.end(), inner.begin(), inner.end());
  }
  return children_[&parent] = std::move(found);
}

std::string Reader::asset_file(const Element& element, const std::string& name,
                               const std::string& directory, bool needed) {
  const auto say = [&](const std::string& message) {
    if (needed && !options.allow_missing_meshes) {
      error(element, message);
    } else {
      warn(element, message + "; its geoms are left out");
    }
    return std::string();
  };
  const std::string plain = compiler.strip_path ? fs::path(name).filename().string() : name;
  const std::string folder = folder_of(out, options);
  const std::string of_assets = directory.empty() ? compiler.asset_directory : directory;
  std::string path = with_folder(with_folder(folder, of_assets), plain);
  if (!options.find_files) return say("file '" + path + "' is not read");
  if (!is_file(path)) return say("file '" + path + "' not found");
  if (scope_ && !scope_->allows(path))
    return say("file '" + path + "' is outside the project of the model");
  return path;
}

}  // namespace cardan::mjcf
