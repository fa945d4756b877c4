#include <algorithm>
#include <utility>

#include "core/nearest.h"
#include "dynamics/urdf/element_rules.h"
#include "dynamics/urdf/read_context.h"

/// Finds meaningless parts of a file (unknown elements, attributes and text) and suggests the name
/// that was probably meant.
namespace cardan::urdf {

namespace {

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string prefix_of(const std::string& name) {
  const std::size_t colon = name.find(':');
  return colon == name.npos ? "" : name.substr(0, colon);
}

// The known name that was probably meant, or "". For a name with a prefix, only the rest is
// compared with the names of that prefix, so that a long prefix does not make unrelated names
// similar. Up to two errors in the prefix itself are tolerated.
std::string probable_name(const std::string& name, const std::vector<std::string>& known) {
  const std::string prefix = prefix_of(name);
  if (prefix.empty()) return nearest_name(name, known);
  std::vector<std::string> rests;
  for (const std::string& candidate : known) {
    if (prefix_of(candidate) == prefix) rests.push_back(candidate.substr(prefix.size() + 1));
    if (edit_distance(name, candidate) <= 2) return candidate;
  }
  const std::string rest = nearest_name(name.substr(prefix.size() + 1), rests);
  return rest.empty() ? "" : prefix + ":" + rest;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

// Reports an unknown name. Names of the namespace cardan and plain attributes of its elements can
// only be mistakes. Names of other namespaces belong to other programs, unless they are close to a
// name that is read.
void report_unknown(ReadContext& context, const Place& place, const std::string& what,
                    const std::string& name, const std::vector<std::string>& known,
                    const std::string& owner = "") {
  const std::string prefix = prefix_of(name), meant = probable_name(name, known);
  if (!prefix.empty() && prefix != "cardan" && meant.empty()) {
    context.info(place, what + " is not read");
    return;
  }
  std::string message = what + " is unknown; ";
  if (!meant.empty()) {
    message += "did you mean '" + meant + "'?";
  } else {
    message += known.empty() ? "nothing is expected there" : "known are " + listed(known);
  }
  if ((prefix.empty() ? owner : prefix) == "cardan") {
    context.fault(place, message);
  } else {
    context.warn(place, message);
  }
}

void check_attributes(ReadContext& context, const Element& element, const ElementRule& rule,
                      const Place& place) {
  const std::string of = std::string(" of <") + element.Name() + ">";
  for (const auto* a = element.FirstAttribute(); a; a = a->Next()) {
    const std::string name = a->Name();
    const Place here = place.at(a->GetLineNum());
    if (name.rfind("xmlns", 0) == 0 || holds(rule.attributes, name)) continue;
    const std::string what = std::string("attribute '").append(name).append("'").append(of);
    if (holds(rule.unread_attributes, name)) {
      context.info(here, what + " is not read");
    } else {
      report_unknown(context, here, what, name, rule.attributes, prefix_of(element.Name()));
    }
  }
}

void check_text(ReadContext& context, const tinyxml2::XMLText& node, const Element& parent,
                const Place& place) {
  std::string text = node.Value();
  text.erase(0, text.find_first_not_of(" \t\r\n"));
  if (text.empty()) return;
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  constexpr std::size_t kShown = 40;
  if (text.size() > kShown) text = text.substr(0, kShown) + "…";
  context.warn(place.at(node.GetLineNum()), "the text '" + text + "' in <" + parent.Name() +
                                                "> is not read; values are read from attributes");
}

void check_child(ReadContext& context, const Element& child, const Element& parent,
                 const ElementRule& rule, const Place& place) {
  const std::string tag = child.Name(), in = parent.Name();
  const Place here = place.inside(tag, child.GetLineNum());
  if (holds(rule.unread_children, tag)) {
    context.info(here, "<" + tag + "> is not read");
  } else if (holds(rule.lost_children, tag)) {
    context.warn(here, "<" + tag + "> is not read");
  } else if (holds(known_tags(), tag)) {
    context.warn(here, "<" + tag + "> has no meaning in <" + in + ">; ignored");
  } else {
    report_unknown(context, here, "<" + tag + "> in <" + in + ">", tag, rule.children);
  }
}

bool bears_on_motion(const std::string& tag) { return tag == "collision" || tag == "inertial"; }

// Warns about an element that affects the motion but is in a visual, where the reader ignores it.
void warn_of_lost(ReadContext& context, const Element& child, const Element& parent,
                  const Place& place) {
  const std::string tag = child.Name();
  const bool in_visual = std::exchange(context.in_visual, false);
  context.warn(
      place.inside(tag, child.GetLineNum()),
      "<" + tag + "> has no meaning in <" + parent.Name() + ">; ignored, move it to the <link>");
  context.in_visual = in_visual;
}

Place place_of_child(const Element& child, const Place& place, int shape_index) {
  std::string name = child.Name();
  if (name == "visual" || name == "collision") {
    name.append("[").append(std::to_string(shape_index)).append("]");
  }
  return place.inside(name, child.GetLineNum());
}

void check_element(ReadContext& context, const Element& element, const std::string& parent,
                   const Place& place) {
  const std::string tag = element.Name();
  const ElementRule* rule = element_rule(parent, tag);
  if (!rule) return;
  check_attributes(context, element, *rule, place);
  int visuals = 0, collisions = 0;
  for (const tinyxml2::XMLNode* node = element.FirstChild(); node; node = node->NextSibling()) {
    const tinyxml2::XMLText* text = node->ToText();
    if (text && !rule->reads_text) check_text(context, *text, element, place);
    const Element* child = node->ToElement();
    if (!child) continue;
    const std::string name = child->Name();
    if (!holds(rule->children, name)) {
      // read_geometry reports unknown shapes and elements beside the shape.
      if (context.in_visual && bears_on_motion(name)) {
        warn_of_lost(context, *child, element, place);
      } else if (tag != "geometry") {
        check_child(context, *child, element, *rule, place);
      }
      continue;
    }
    const bool visual = name == "visual";
    const int index = visual ? visuals++ : name == "collision" ? collisions++ : 0;
    if (visual) context.in_visual = true;
    check_element(context, *child, tag, place_of_child(*child, place, index));
    if (visual) context.in_visual = false;
  }
}

}  // namespace

void check_elements(ReadContext& context, const Element& robot) {
  check_attributes(context, robot, *element_rule("", "robot"), {"robot", robot.GetLineNum()});
  for (const Element* e = robot.FirstChildElement(); e; e = e->NextSiblingElement()) {
    const std::string tag = e->Name();
    Place place{tag, e->GetLineNum()};
    const bool named = tag == "link" || tag == "joint" || tag == "drake:joint";
    if (named) {
      const std::string kind = tag == "link" ? "link" : "joint";
      place.element = kind + " \"" + text_attribute(*e, "name") + "\"";
    }
    if (!named && tag != "material" && tag != "cardan:posture") continue;
    context.in_visual = tag == "material";
    check_element(context, *e, "", place);
    context.in_visual = false;
  }
}

}  // namespace cardan::urdf
