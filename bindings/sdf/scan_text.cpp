#include <sdf/sdf_config.h>
#include <tinyxml2.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "bindings/sdf/read.h"
#include "core/read_file.h"
#include "core/text_encoding.h"

namespace cardan::sdformat {

namespace {

namespace fs = std::filesystem;
using Xml = tinyxml2::XMLElement;

constexpr std::size_t kDeepestInclude = 20;
constexpr int kMostAttributes = 100;  // libsdformat's time grows with the square of their number

// Memory of libsdformat 12 for an element [MiB], measured: it copies the description of all
// possible children into each element. The time for a row of frames grows with the square of its
// length, so a frame counts more than its memory.
double memory_of(std::string_view tag) {
  struct Cost {
    std::string_view tag;
    double memory;
  };
  static constexpr Cost kCosts[] = {
      {"model", 1.5},   {"link", 0.9},      {"joint", 0.6},   {"sensor", 0.6}, {"actor", 1},
      {"visual", 0.17}, {"collision", 0.2}, {"include", 0.1}, {"frame", 0.15}, {"world", 10}};
  for (const Cost& cost : kCosts)
    if (cost.tag == tag) return cost.memory;
  return 0.004;
}

/// Walks through a text and the files that it includes.
class Scanner {
 public:
  explicit Scanner(Context& context) : context_(context) {}

  std::map<std::string, std::string> scan(const std::string& text) {
    memory_ += memory_of_text(text, context_.label, context_.folder);
    if (memory_ > context_.options.most_memory && !context_.failed())
      context_.scene.diagnostics.push_back(
          {Severity::kError, context_.label, 0, "",
           "libsdformat would need about " + std::to_string(static_cast<long>(memory_)) +
               " MiB for this file, more than " +
               std::to_string(static_cast<long>(context_.options.most_memory)) +
               "; split it, or raise SdfOptions::most_memory or CARDAN_SDF_MEMORY [MiB]"});
    return std::move(found_);
  }

 private:
  void error(const std::string& file, int line, const std::string& element,
             const std::string& message) {
    context_.scene.diagnostics.push_back({Severity::kError, file, line, element, message});
  }

  double memory_of_text(const std::string& text, const std::string& file,
                        const std::string& folder) {
    tinyxml2::XMLDocument document;
    if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
      std::string cause = "the XML is not well-formed";
      if (document.ErrorID() == tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED) cause += " (nested too deep)";
      if (document.ErrorID() == tinyxml2::XML_ERROR_MISMATCHED_ELEMENT)
        cause += " (a closing tag does not match)";
      if (text.find("</sdf") == text.npos) cause += "; is the file truncated?";
      error(file, document.ErrorLineNum(), "", cause);
      return 0;
    }
    const Xml* root = document.RootElement();
    if (root == nullptr || std::string_view(root->Name()) != "sdf") {
      error(file, root == nullptr ? 0 : root->GetLineNum(), "",
            "no <sdf> element; this is not an SDF file");
      return 0;
    }
    check_version(*root, file);
    return memory_of_element(*root, file, folder);
  }

  double memory_of_element(const Xml& element, const std::string& file, const std::string& folder) {
    int attributes = 0;
    for (const auto* a = element.FirstAttribute(); a != nullptr; a = a->Next()) ++attributes;
    if (attributes > kMostAttributes) {
      error(file, element.GetLineNum(), element.Name(),
            "it has more than " + std::to_string(kMostAttributes) + " attributes");
      return 0;
    }
    check_uri(element, file);
    note_auto_inertia(element, file);
    double memory = memory_of(element.Name());
    if (std::string_view(element.Name()) == "include") {
      check_attributes_of_parts(element, file);
      memory += included(element, file, folder);
    }
    for (const Xml* e = element.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      if (memory_ + memory > 100 * context_.options.most_memory) break;
      memory += memory_of_element(*e, file, folder);
    }
    return memory;
  }

  // libsdformat 12 ends the process at an attribute that it does not know in a part of an include.
  void check_attributes_of_parts(const Xml& include, const std::string& file) {
    static const std::map<std::string_view, std::set<std::string_view>> kKnown = {
        {"uri", {}},
        {"name", {}},
        {"static", {}},
        {"placement_frame", {}},
        {"pose", {"relative_to", "rotation_format", "degrees"}},
        {"plugin", {"name", "filename"}}};
    const char* version = include.GetDocument()->RootElement()->Attribute("version");
    const bool has_frame = version != nullptr && version_of(version) < std::pair(1, 7);
    for (const Xml* e = include.FirstChildElement(); e != nullptr; e = e->NextSiblingElement()) {
      const auto known = kKnown.find(e->Name());
      if (known == kKnown.end()) continue;
      for (const auto* a = e->FirstAttribute(); a != nullptr; a = a->Next()) {
        if (known->second.count(a->Name()) > 0) continue;
        if (has_frame && known->first == "pose" && std::string_view(a->Name()) == "frame") continue;
        error(file, e->GetLineNum(), std::string("include / ") + e->Name(),
              std::string("unknown attribute '") + a->Name() + "'; remove it");
      }
    }
  }

  static std::string text_of(const Xml& element) {
    return element.GetText() == nullptr ? "" : trimmed(element.GetText());
  }

  // An empty URI; libsdformat has no message of its own for it.
  void check_uri(const Xml& element, const std::string& file) {
    static const std::set<std::string_view> kOwners = {"include", "mesh", "heightmap"};
    const auto* parent = element.Parent() == nullptr ? nullptr : element.Parent()->ToElement();
    if (std::string_view(element.Name()) != "uri" || parent == nullptr) return;
    if (kOwners.count(parent->Name()) == 0 || !text_of(element).empty()) return;
    error(file, element.GetLineNum(), std::string(parent->Name()) + " / uri",
          "it is empty; name a model or a file");
  }

  void note_auto_inertia(const Xml& element, const std::string& file) {
    const char* given = element.Attribute("auto");
    if (std::string_view(element.Name()) != "inertial" || given == nullptr) return;
    const std::string value = given;
    const auto* link = element.Parent()->ToElement();
    const char* name = link == nullptr ? nullptr : link->Attribute("name");
    if (name == nullptr || value == "false" || value == "0") return;
    if (value != "true" && value != "1")
      return error(file, element.GetLineNum(), "inertial",
                   "attribute 'auto' is '" + value + "'; expected true or false");
    if (element.FirstChildElement("mass") != nullptr)
      return error(file, element.GetLineNum(), std::string("link \"") + name + "\" / inertial",
                   "auto=\"true\" takes the mass from the collisions; remove <mass> or 'auto'");
    context_.auto_inertials.emplace(file, element.GetLineNum(), name);
  }

  // Major and minor number; zeros if there is none.
  static std::pair<int, int> version_of(const char* text) {
    int major = 0, minor = 0;
    if (text == nullptr || std::sscanf(text, "%d.%d", &major, &minor) < 1) return {0, 0};
    return {major, minor};
  }

  // A version that this libsdformat does not know.
  void check_version(const Xml& root, const std::string& file) {
    const char* given = root.Attribute("version");
    if (version_of(given) <= version_of(SDF_PROTOCOL_VERSION)) return;
    context_.scene.diagnostics.push_back(
        {Severity::kWarning, file, root.GetLineNum(), "sdf",
         std::string("SDF ") + given + " is newer than " + SDF_PROTOCOL_VERSION +
             ", which libsdformat " + SDF_VERSION_FULL +
             " reads: what is new is left out, with a warning each, except <inertial auto>"});
  }

  // The SDF file of a URI that names a file or the folder of a model.
  std::string file_of_uri(const std::string& uri, const std::string& folder, std::string& answer,
                          std::string& why) {
    answer = find_uri(context_, uri, folder, why);
    if (!answer.empty()) return answer;
    std::string ignored;
    const std::string slash = uri.empty() || uri.back() == '/' ? "" : "/";
    std::string found = find_uri(context_, uri + slash + "model.config", folder, ignored);
    if (!found.empty()) {
      answer = fs::path(found).parent_path().string();
      return ::sdf::getModelFilePath(answer);
    }
    found = find_uri(context_, uri + slash + "model.sdf", folder, ignored);
    answer = found;
    return found;
  }

  double included(const Xml& element, const std::string& file, const std::string& folder) {
    const Xml* name = element.FirstChildElement("uri");
    if (name == nullptr) {
      error(file, element.GetLineNum(), "include",
            "it has no <uri>; name a model or a file in one");
      return 0;
    }
    const std::string uri = text_of(*name);
    if (uri.empty()) return 0;  // check_uri
    const auto refuse = [&](const std::string& why) {
      error(file, name->GetLineNum(), "include / uri", why);
      return 0.0;
    };
    std::string answer, why;
    const std::string path = file_of_uri(uri, folder, answer, why);
    if (answer.empty()) return refuse(why);
    if (path.empty()) return refuse("'" + answer + "' has no model.config that names an SDF file");
    const auto known = found_.emplace(uri, answer).first;
    std::error_code none;
    if (!fs::equivalent(known->second, answer, none))
      return refuse("'" + uri + "' is a different file here than in another file; name it in full");
    // libsdformat looks in the current folder and its own before it asks.
    const std::string first = ::sdf::findFile(uri, true, false);
    if (!first.empty() && !fs::equivalent(first, answer, none))
      return refuse("'" + uri + "' is ambiguous: libsdformat finds '" + first +
                    "' first; name it in full");
    const std::string whole = fs::weakly_canonical(path, none).string();
    if (std::find(stack_.begin(), stack_.end(), whole) != stack_.end())
      return refuse("'" + uri + "' includes itself");
    if (stack_.size() >= kDeepestInclude) return refuse("includes are nested too deep");
    if (context_.scope && !context_.scope->allows(path) && is_of_scope(answer))
      return refuse("'" + path + "' is outside the project of the file; set CARDAN_ALLOW_OUTSIDE");
    const auto cost = memory_of_file_.find(whole);
    if (cost != memory_of_file_.end()) return cost->second;
    const FileContents contents = try_read_file(path, kMostBytes);
    if (!contents.why.empty()) return refuse("'" + path + "': " + contents.why);
    // libsdformat reads the file itself, without regard to its encoding.
    const Utf8Text utf8 = utf8_text(contents.bytes);
    if (!utf8.why.empty()) {
      error(path, utf8.line, "", utf8.why);
      return 0;
    }
    stack_.push_back(whole);
    const double memory =
        memory_of_text(contents.bytes, path, fs::path(path).parent_path().string());
    stack_.pop_back();
    return memory_of_file_[whole] = memory;
  }

  // Folders of models may lie outside the scope; what their model.config names must be in them.
  bool is_of_scope(const std::string& folder) const {
    std::error_code none;
    return !fs::is_directory(folder, none) || context_.scope->allows(folder);
  }

  Context& context_;
  std::map<std::string, std::string> found_;
  std::map<std::string, double> memory_of_file_;
  std::vector<std::string> stack_;
  double memory_ = 0;
};

}  // namespace

std::map<std::string, std::string> scan_text(Context& context, const std::string& text) {
  return Scanner(context).scan(text);
}

}  // namespace cardan::sdformat
