#include "sim/scene/yaml.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>
#include <sstream>

#include "cardan/error.h"
#include "core/nearest.h"
#include "core/read_file.h"
#include "core/shown_text.h"
#include "core/text_encoding.h"
#include "sim/scene/yaml_documents.h"

namespace cardan {

namespace {

std::string child_path(const std::string& parent, const std::string& key) {
  return parent.empty() ? key : parent + "." + key;
}

std::string unit_phrase(const char* unit) {
  return *unit == '\0' ? "a number" : std::string("a number in ") + unit;
}

// .nan, .inf and -.inf in any capitalisation that YAML allows.
bool is_yaml_nonfinite(const std::string& text) {
  std::string lower;
  for (char c : text) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return lower == ".nan" || lower == ".inf" || lower == "-.inf" || lower == "+.inf";
}

std::string line_of(const YAML::Mark& mark) {
  return mark.is_null() ? "" : ":" + std::to_string(mark.line + 1);
}

// True if the indentation of the line, counted from 0, contains a tab.
bool tab_indents(const std::string& text, int line) {
  std::istringstream lines(text);
  std::string found;
  for (int i = 0; i <= line; ++i)
    if (!std::getline(lines, found)) return false;
  return found.substr(0, found.find_first_not_of(" \t")).find('\t') != found.npos;
}

// yaml-cpp takes quotes that are open at the end of a text as closed there, unless a document mark
// follows.
YAML::Node load_yaml(const std::string& text) {
  return YAML::Load(text + (text.ends_with('\n') ? "...\n" : "\n...\n"));
}

// The fault in words for a user, where the words of yaml-cpp are those of its parser.
std::string yaml_fault(const YAML::Exception& error, const std::string& text) {
  if (!error.mark.is_null() &&
      (tab_indents(text, error.mark.line) || tab_indents(text, error.mark.line - 1)))
    return "a tab indents a line; indent with blanks";
  static const std::pair<const char*, const char*> kWords[] = {
      {YAML::ErrorMsg::BLOCK_ENTRY, "'-' where no item of a list can begin; check the indentation"},
      {YAML::ErrorMsg::MAP_KEY, "a key where no key can stand; check the indentation"},
      {YAML::ErrorMsg::MAP_VALUE, "':' where no value can stand; quote a text that contains ': '"},
      {YAML::ErrorMsg::END_OF_MAP, "the line is not part of the map above; check the indentation"},
      {YAML::ErrorMsg::END_OF_SEQ, "the line is not part of the list above; check the indentation"},
      {YAML::ErrorMsg::END_OF_MAP_FLOW, "'{' without '}', or a missing comma"},
      {YAML::ErrorMsg::END_OF_SEQ_FLOW, "'[' without ']', or a missing comma"},
      {YAML::ErrorMsg::FLOW_END, "'}' or ']' without its opening bracket"},
      {YAML::ErrorMsg::EOF_IN_SCALAR, "quotes that are not closed"},
      {YAML::ErrorMsg::DOC_IN_SCALAR, "quotes that are not closed"},
      {YAML::ErrorMsg::UNKNOWN_TOKEN, "a character that can begin no value; quote the text"},
      {YAML::ErrorMsg::INVALID_ESCAPE, "an unknown escape; write \\\\ for a backslash"},
      {YAML::ErrorMsg::ALIAS_NOT_FOUND, "'*' without the name of an anchor; quote the text"},
      {YAML::ErrorMsg::ANCHOR_NOT_FOUND, "'&' without a name; quote the text"},
      {YAML::ErrorMsg::UNKNOWN_ANCHOR, "'*' refers to an anchor that is not defined"}};
  for (const auto& [theirs, ours] : kWords)
    if (error.msg.rfind(theirs, 0) == 0) return ours;
  return error.msg;
}

}  // namespace

std::string joined(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list.append(list.empty() ? "" : ", ").append(word);
  return list;
}

SceneNode SceneNode::load(const std::string& file) {
  const FileContents contents = try_read_file(file, kMostSceneBytes);
  if (!contents.why.empty()) {
    throw Error("cannot read the scene: " + contents.why, file,
                "expected the path of a readable YAML file");
  }
  return parse(contents.bytes, file, std::filesystem::path(file).parent_path().string());
}

SceneNode SceneNode::parse(const std::string& text, const std::string& label,
                           const std::string& folder) {
  if (text.size() > kMostSceneBytes) {
    throw Error("the scene is longer than " + std::to_string(kMostSceneBytes >> 20) + " MiB",
                label);
  }
  if (const Utf8Text read = utf8_text(text); !read.why.empty())
    throw Error(read.why, label + ":" + std::to_string(read.line));
  if (const std::size_t first = text.find_first_not_of(" \t\r\n");
      first != text.npos && text[first] == '<')
    throw Error("this is XML, not a scene (YAML)", label,
                "a robot is FILE.urdf or FILE.xacro, an MJCF file FILE.xml, an SDF file FILE.sdf");
  try {
    const YAML::Node document = load_yaml(text);
    if (document.IsNull()) {
      throw Error("the scene is empty", label, "expected a map that starts with 'cardan: 1'");
    }
    if (has_more_than_one_document(text)) {
      throw Error("text after the end of the first YAML document", label,
                  "write one map per file, and no line that begins with a comma or a bracket");
    }
    SceneNode root(document,
                   std::make_shared<SceneSource>(SceneSource{label, folder, {}, false, text}), "");
    root.require_map();
    return root;
  } catch (YAML::Exception& error) {
    // The document mark is not a line of the text.
    const auto breaks = std::count(text.begin(), text.end() - text.ends_with('\n'), '\n');
    error.mark.line = std::min(error.mark.line, static_cast<int>(breaks));
    throw Error("not valid YAML: " + yaml_fault(error, text), label + line_of(error.mark),
                "see docs/scene-format.md for the form of a scene");
  }
}

int SceneNode::line() const {
  const YAML::Mark mark = node_.Mark();
  return mark.is_null() ? 0 : mark.line + 1;
}

std::string SceneNode::where() const {
  const std::string tag = node_.Tag(), laid_over = kLaidOver;
  if (tag.rfind(laid_over, 0) == 0) return tag.substr(laid_over.size());
  return source_->file + ":" + std::to_string(line());
}

void SceneNode::fail(const std::string& what, const std::string& hint) const {
  throw Error(path_.empty() ? what : path_ + ": " + what, where(), hint);
}

void SceneNode::unsupported() const {
  fail("not supported by this version of cardan", "remove it from the scene");
}

void SceneNode::fail_unknown(const std::string& kind, const std::string& name,
                             const std::vector<std::string>& known) const {
  fail("unknown " + kind + " '" + name + "'", suggest_name(name, known));
}

std::string SceneNode::described() const {
  constexpr std::size_t kShown = 80;  // [bytes]; a scalar may be a whole file
  if (node_.IsScalar()) return "'" + shortened(node_.Scalar(), kShown) + "'";
  if (node_.IsMap()) return "a map";
  if (node_.IsSequence()) return "a list of " + std::to_string(node_.size());
  return "nothing";
}

void SceneNode::require_map() const {
  if (!node_.IsMap()) fail("expected a map {key: value}, got " + described());
}

void SceneNode::allow_keys(const std::vector<std::string>& known,
                           const std::vector<std::string>& later) const {
  for (const auto& [key, value] : entries()) {
    if (std::find(later.begin(), later.end(), key) != later.end()) value.unsupported();
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string place = path_.empty() ? "the scene" : path_;
    // Line of the key; a value in block style may start on the next line.
    for (const auto& pair : node_) {
      if (pair.first.IsScalar() && pair.first.Scalar() == key) {
        const bool in_file = value.node_.Tag().rfind(kLaidOver, 0) != 0;
        throw Error(std::string("unknown key '").append(key).append("' in ").append(place),
                    in_file ? source_->file + line_of(pair.first.Mark()) : value.where(),
                    suggest_name(key, known));
      }
    }
  }
}

std::vector<std::pair<std::string, SceneNode>> SceneNode::entries() const {
  require_map();
  std::vector<std::pair<std::string, SceneNode>> result;
  std::set<std::string_view> earlier;  // into the nodes
  for (const auto& pair : node_) {
    if (!pair.first.IsScalar()) fail("a key is not a word", "write maps as {key: value}");
    const std::string& key = pair.first.Scalar();
    if (!earlier.insert(key).second) {
      throw Error("key '" + key + "' is given twice in " + (path_.empty() ? "the scene" : path_),
                  source_->file + line_of(pair.first.Mark()), "keep one of them");
    }
    result.emplace_back(key, SceneNode(pair.second, source_, child_path(path_, key)));
  }
  return result;
}

std::optional<SceneNode> SceneNode::find(const std::string& key) const {
  require_map();
  for (const auto& pair : node_) {
    if (pair.first.IsScalar() && pair.first.Scalar() == key) {
      return SceneNode(pair.second, source_, child_path(path_, key));
    }
  }
  return std::nullopt;
}

SceneNode SceneNode::require(const std::string& key) const {
  std::optional<SceneNode> child = find(key);
  if (!child) fail("key '" + key + "' is missing", "add it; see docs/scene-format.md");
  return *child;
}

std::vector<SceneNode> SceneNode::items() const {
  if (!node_.IsSequence()) fail("expected a list [a, b, …], got " + described());
  std::vector<SceneNode> result;
  int index = 0;
  for (const auto& item : node_) {
    result.push_back(SceneNode(item, source_, path_ + "[" + std::to_string(index++) + "]"));
  }
  return result;
}

std::string SceneNode::word() const {
  if (!node_.IsScalar() || node_.Scalar().empty()) fail("expected a word, got " + described());
  return node_.Scalar();
}

std::string SceneNode::path_relative_to_file() const {
  const std::filesystem::path given(word());
  if (given.is_absolute()) return given.string();
  return (std::filesystem::path(source_->folder) / given).lexically_normal().string();
}

SceneNode SceneNode::parsed_again() const {
  return {load_yaml(source_->text), std::make_shared<SceneSource>(*source_), path_};
}

void SceneNode::confine() {
  source_->confined = true;
  const std::filesystem::path file(source_->file);
  source_->scope.add_project_of(
      (std::filesystem::path(source_->folder) / file.filename()).string());
}

void SceneNode::allow(const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) source_->scope.add(folder);
}

std::string SceneNode::path_in_scope() const {
  std::string path = path_relative_to_file();
  if (source_->confined && !source_->scope.allows(path)) {
    fail("'" + path + "' is outside the project of the scene",
         "move it into the project, name its folder under 'needs', or pass --allow-outside");
  }
  return path;
}

void SceneNode::require_file(const std::string& path, const char* what) const {
  const std::string name = std::string(what) + " '" + path + "' ";
  std::error_code failure;
  if (!std::filesystem::exists(path, failure))
    fail(name + "not found", "give a path relative to the scene file");
  if (const std::string why = why_not_a_file(path, kMostFileBytes); !why.empty())
    fail(name + "cannot be read: " + why);
}

std::string SceneNode::file_in_scope(const char* what) const {
  std::string path = path_in_scope();
  require_file(path, what);
  return path;
}

int SceneNode::choice(const std::vector<std::string>& words) const {
  const std::string given = word();
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (given == words[i]) return static_cast<int>(i);
  }
  fail("expected one of " + joined(words) + ", got '" + given + "'", suggest_name(given, words));
}

bool SceneNode::boolean() const { return choice({"false", "true"}) == 1; }

double SceneNode::number(const char* unit) const {
  if (!node_.IsScalar()) fail("expected " + unit_phrase(unit) + ", got " + described());
  const std::string& text = node_.Scalar();
  const char* first = text.data();
  const char* const last = first + text.size();
  if (first != last && *first == '+') ++first;
  double value = 0;
  const auto [end, error] = std::from_chars(first, last, value);
  if (is_yaml_nonfinite(text) || (error == std::errc() && end == last && !std::isfinite(value))) {
    fail("expected " + unit_phrase(unit) + ", got '" + text + "'", "numbers must be finite");
  }
  if (error == std::errc::result_out_of_range) {
    fail("'" + text + "' is beyond the range of a double", "expected " + unit_phrase(unit));
  }
  if (error != std::errc()) fail("expected " + unit_phrase(unit) + ", got '" + text + "'");
  if (end != last) {
    fail("expected " + unit_phrase(unit) + ", got '" + text + "'",
         "write only the number; units are SI and radians");
  }
  return value;
}

double SceneNode::positive(const char* unit) const {
  const double value = number(unit);
  if (!(value > 0))
    fail("must be above zero, got '" + word() + "'", "expected " + unit_phrase(unit));
  return value;
}

double SceneNode::non_negative(const char* unit) const {
  const double value = number(unit);
  if (!(value >= 0)) {
    fail("must not be negative, got '" + word() + "'", "expected " + unit_phrase(unit));
  }
  return value;
}

int SceneNode::positive_integer() const {
  const double value = number("");
  if (value < 1 || value > 1e9 || value != std::floor(value)) {
    fail("expected a whole number of at least 1, got '" + word() + "'");
  }
  return static_cast<int>(value);
}

Vector3 SceneNode::vector3(const char* unit) const {
  if (!node_.IsSequence() || node_.size() != 3) {
    fail("expected a list of three numbers" + (*unit ? std::string(" in ") + unit : "") + ", got " +
         described());
  }
  const std::vector<SceneNode> parts = items();
  return {parts[0].number(unit), parts[1].number(unit), parts[2].number(unit)};
}

std::pair<double, double> SceneNode::two_numbers(const char* form) const {
  if (!is_list() || node_.size() != 2) fail("expected a list of two numbers", form);
  const std::vector<SceneNode> parts = items();
  return {parts[0].number(""), parts[1].number("")};
}

std::pair<double, double> SceneNode::bounds() const {
  const auto [lowest, highest] = two_numbers("[LOWEST, HIGHEST]");
  if (lowest > highest) fail("the first bound is above the second");
  return {lowest, highest};
}

RigidTransform SceneNode::pose() const {
  allow_keys({"xyz", "rpy"});
  constexpr double kTurn = 2 * M_PI;
  const auto xyz = find("xyz"), rpy = find("rpy");
  const Vector3 angles = rpy ? rpy->vector3("rad") : Vector3::Zero();
  if (angles.cwiseAbs().maxCoeff() > kTurn)
    rpy->fail("an angle exceeds a full turn", "angles are in rad: 90 degrees are 1.5708");
  return RigidTransform::from_xyz_rpy(xyz ? xyz->vector3("m") : Vector3::Zero(), angles);
}

std::string SceneNode::text() const {
  YAML::Emitter emitter;
  emitter << YAML::Flow << node_;
  return emitter.c_str();
}

}  // namespace cardan
