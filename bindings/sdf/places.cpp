#include "bindings/sdf/read.h"

namespace cardan::sdformat {

namespace {

constexpr const char* kText = "<data-string>";  // libsdformat's name of a text

std::string own_words(const Element& element) {
  std::string words = element->GetName();
  if (element->HasAttribute("name") && element->GetAttributeSet("name"))
    words += " \"" + element->Get<std::string>("name") + "\"";
  return words;
}

bool has_name(const Element& element) {
  return element->HasAttribute("name") && element->GetAttributeSet("name");
}

}  // namespace

std::string file_of(const Context& context, const Element& element) {
  if (!element || element->FilePath().empty() || element->FilePath() == kText) return context.label;
  return element->FilePath();
}

// libsdformat copies elements that it does not know without their lines: those around them have
// one.
int line_of(const Element& element) {
  for (Element e = element; e; e = e->GetParent())
    if (const int line = e->LineNumber().value_or(0); line > 0) return line;
  return 0;
}

std::string words_of(const Element& element) {
  if (!element || element->GetName() == "sdf") return "";
  std::string words = own_words(element);
  int named = has_name(element) ? 1 : 0;
  for (Element e = element->GetParent(); e && e->GetName() != "sdf"; e = e->GetParent()) {
    if (named >= 2) break;
    if (named == 0 || has_name(e)) words = own_words(e) + " / " + words;
    if (has_name(e)) ++named;
  }
  return words;
}

Element given(const Element& element, const std::string& path) {
  Element at = element;
  for (std::size_t from = 0; at && from <= path.size();) {
    const std::size_t to = std::min(path.find('/', from), path.size());
    const std::string name = path.substr(from, to - from);
    at = at->HasElement(name) ? at->GetElementImpl(name) : nullptr;
    if (at && !at->GetExplicitlySetInFile()) at = nullptr;
    from = to + 1;
  }
  return at;
}

void Context::say(Severity severity, const Element& at, const std::string& message) {
  scene.diagnostics.push_back({severity, file_of(*this, at), line_of(at), words_of(at), message});
}

void Context::error(const Element& at, const std::string& message) {
  say(Severity::kError, at, message);
}

void Context::warn(const Element& at, const std::string& message) {
  say(Severity::kWarning, at, message);
}

void Context::info(const Element& at, const std::string& message) {
  say(Severity::kInfo, at, message);
}

bool Context::failed() const {
  for (const Diagnostic& finding : scene.diagnostics)
    if (finding.severity == Severity::kError) return true;
  return false;
}

Vector3 vector_of(const ignition::math::Vector3d& v) { return {v.X(), v.Y(), v.Z()}; }

RigidTransform transform_of(const ignition::math::Pose3d& pose) {
  const auto& q = pose.Rot();
  const Quaternion rotation(q.W(), q.X(), q.Y(), q.Z());
  return {rotation.normalized().toRotationMatrix(), vector_of(pose.Pos())};
}

RigidTransform pose_of(Context& context, const ::sdf::SemanticPose& pose, const Element& at,
                       const std::string& in) {
  ignition::math::Pose3d resolved;
  const ::sdf::Errors errors = pose.Resolve(resolved, in);
  const RigidTransform X = transform_of(resolved);
  if (!errors.empty()) {
    context.error(at, "its pose cannot be resolved: " + errors.front().Message());
    return {};
  }
  if (!X.p.allFinite() || !X.R.allFinite()) {
    context.error(at, "its pose is not finite");
    return {};
  }
  return X;
}

}  // namespace cardan::sdformat
