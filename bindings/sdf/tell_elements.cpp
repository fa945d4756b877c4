#include <algorithm>
#include <cmath>
#include <sstream>

#include "bindings/sdf/element_table.h"
#include "bindings/sdf/read.h"

namespace cardan::sdformat {

namespace {

/// Elements of one rule that are left out without effect on the motion: told together.
struct Group {
  Element first;
  int count = 0;
};

bool may_be_infinite(const std::vector<std::string>& path) {
  return path.size() > 1 && (path[path.size() - 2] == "limit" || path[path.size() - 2] == "range");
}

/// Walks through the elements that the file gives.
class Walker {
 public:
  explicit Walker(Context& context) : context_(context) {}

  void walk(const Element& element) {
    if (element->GetName() != "sdf" && !element->GetExplicitlySetInFile()) return;
    path_.push_back(element->GetName());
    const bool below =
        element->GetName().find(':') == std::string::npos ? tell(element) : tell_foreign(element);
    if (below) {
      check_numbers(element);
      for (Element e = element->GetFirstElement(); e; e = e->GetNextElement()) walk(e);
    }
    path_.pop_back();
  }

  void tell_groups() {
    for (const auto& [rule, group] : groups_) {
      std::string text = std::string(fate_name(rule->fate)) + ": it is left out";
      if (!rule->text.empty()) text += " (" + std::string(rule->text) + ")";
      if (group.count > 1) text += "; " + std::to_string(group.count) + " such elements";
      context_.info(group.first, text);
    }
    if (foreign_.count > 0)
      context_.info(foreign_.first, "elements of other programs (with a colon) are left out; " +
                                        std::to_string(foreign_.count) + " of them");
  }

 private:
  // Returns whether the elements below are looked at.
  bool tell(const Element& element) {
    const ElementRule* rule = element_rule(path_);
    if (rule == nullptr) return false;  // libsdformat has named it as unknown
    if (rule->fate == Fate::kRead || rule->fate == Fate::kChanged) return true;
    if (rule->fate == Fate::kLeftOut) {
      if (says_nothing(element)) return false;
      std::string text = "it is left out";
      if (!rule->text.empty()) text += ": " + std::string(rule->text);
      context_.warn(element, text);
      return false;
    }
    Group& group = groups_[rule];
    if (group.count++ == 0) group.first = element;
    return !rule->whole;
  }

  bool tell_foreign(const Element& element) {
    if (foreign_.count++ == 0) foreign_.first = element;
    return false;
  }

  // A value that switches off what is left out: gravity on, wind off, no slip, no damping.
  static bool says_nothing(const Element& element) {
    if (const ::sdf::ParamPtr value = element->GetValue()) {
      const std::string text = value->GetAsString();
      if (element->GetName() == "gravity") return text == "true" || text == "1";
      return text == value->GetDefaultAsString() || text == "0" || text == "false";
    }
    const std::string& name = element->GetName();
    if (name != "wind" && name != "velocity_decay" && name != "ode") return false;
    for (Element e = element->GetFirstElement(); e; e = e->GetNextElement())
      if (!e->GetValue() || !says_nothing(e)) return false;
    return true;
  }

  void check_numbers(const Element& element) {
    const ::sdf::ParamPtr value = element->GetValue();
    if (!value || !element->GetExplicitlySetInFile()) return;
    const std::string& type = value->GetTypeName();
    if (type != "double" && type != "float" && type != "vector3" && type != "pose" &&
        type != "vector2d")
      return;
    std::istringstream words(value->GetAsString());
    for (std::string word; words >> word;) {
      const double number = std::strtod(word.c_str(), nullptr);
      if (std::isfinite(number) || (std::isinf(number) && may_be_infinite(path_))) continue;
      context_.error(element, "a number is not finite");
      return;
    }
  }

  Context& context_;
  std::vector<std::string> path_;
  std::map<const ElementRule*, Group> groups_;
  Group foreign_;
};

}  // namespace

void tell_elements(Context& context, const Element& root) {
  Walker walker(context);
  walker.walk(root);
  walker.tell_groups();
}

}  // namespace cardan::sdformat
