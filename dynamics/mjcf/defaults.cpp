#include <algorithm>

#include "dynamics/mjcf/element_table.h"
#include "dynamics/mjcf/read.h"

namespace cardan::mjcf {

namespace {

// The key of an element in a default class: the key of the element to which the default applies.
std::string key_of_default(const std::string& tag) {
  static const std::map<std::string, std::string> kSections = {
      {"geom", "body"},         {"joint", "body"},          {"site", "body"},
      {"mesh", "asset"},        {"material", "asset"},      {"camera", "body"},
      {"light", "body"},        {"pair", "contact"},        {"general", "actuator"},
      {"motor", "actuator"},    {"position", "actuator"},   {"velocity", "actuator"},
      {"damper", "actuator"},   {"cylinder", "actuator"},   {"muscle", "actuator"},
      {"adhesion", "actuator"}, {"intvelocity", "actuator"}};
  if (tag == "tendon") return "tendon/fixed";
  if (tag == "equality") return "equality/connect";
  const auto section = kSections.find(tag);
  return section == kSections.end() ? "" : section->second + "/" + tag;
}

}  // namespace

void Reader::read_class(const Element& element, int parent, bool outermost) {
  check_attributes(element, "default");
  std::string name;
  int number = 0;
  if (text(element, "class", name) && !(outermost && name == "main")) {
    const auto [entry, fresh] = class_names.emplace(name, static_cast<int>(classes.size()));
    number = outermost ? 0 : entry->second;
    if (outermost) entry->second = 0;
    if (fresh && !outermost) classes.push_back({parent, {}});
  } else if (!outermost) {
    error(element, "attribute 'class' is missing");
    return;
  }
  for (const Element* child : children(element)) {
    const std::string tag = child->Name();
    if (tag == "default") {
      read_class(*child, number, false);
      continue;
    }
    const std::string key = key_of_default(tag);
    if (key.empty()) {
      warn(*child, "<" + tag + "> is not known here and left out");
      continue;
    }
    const NameRule* rule = element_rule(key);
    if (rule != nullptr && (rule->fate == Fate::kAppearance || rule->fate == Fate::kHarmless)) {
      info(*child, "<" + tag + "> has no effect: " + std::string(rule->text));
    } else if (rule != nullptr && rule->fate != Fate::kLeftOut) {
      check_attributes(*child, key);
    }
    classes[static_cast<std::size_t>(number)].elements.push_back(child);
  }
}

void Reader::read_defaults(const std::vector<const Element*>& sections) {
  for (const Element* section : sections) read_class(*section, -1, true);
}

int Reader::class_of(const Element& element, int childclass) {
  std::string name;
  if (!text(element, "class", name)) return childclass;
  const auto found = class_names.find(name);
  if (found != class_names.end()) return found->second;
  error(element, "there is no class '" + name + "'");
  return childclass;
}

int Reader::childclass_of(const Element& element, int outer) {
  std::string name;
  if (!text(element, "childclass", name)) return outer;
  const auto found = class_names.find(name);
  if (found != class_names.end()) return found->second;
  error(element, "there is no class '" + name + "'");
  return outer;
}

void Reader::with_defaults(const Element& element, int childclass,
                           std::initializer_list<std::string_view> tags,
                           const std::function<void(const Element&)>& apply) {
  std::vector<int> path;
  for (int c = class_of(element, childclass); c >= 0;
       c = classes[static_cast<std::size_t>(c)].parent)
    path.push_back(c);
  std::reverse(path.begin(), path.end());
  for (const int c : path) {
    for (const Element* given : classes[static_cast<std::size_t>(c)].elements) {
      for (const std::string_view tag : tags) {
        if (tag == given->Name()) apply(*given);
      }
    }
  }
  apply(element);
}

}  // namespace cardan::mjcf
