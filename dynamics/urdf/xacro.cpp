#include <algorithm>

#include "dynamics/urdf/read_context.h"

/// Detects files in xacro, a macro language in which many URDF files are written. Unexpanded, they
/// are well-formed XML but contain only a part of the robot.
namespace cardan::urdf {

const char* const kExpandXacro =
    "expand the file first, e.g. `xacro robot.urdf.xacro > robot.urdf` (xacro is a part of ROS, "
    "or `pip install xacro`); cardan check and cardan run do so where xacro is in PATH";

bool holds_xacro(const std::string& text) {
  return text.find("${") != text.npos || text.find("$(") != text.npos;
}

namespace {

// Prefixes that refer to xacro: those that the root declares, and always "xacro".
std::vector<std::string> xacro_prefixes(const Element& robot) {
  std::vector<std::string> prefixes{"xacro:"};
  constexpr const char* kDeclares = "xmlns:";
  for (const auto* a = robot.FirstAttribute(); a; a = a->Next()) {
    const std::string name = a->Name(), value = a->Value();
    if (name.rfind(kDeclares, 0) != 0 || value.find("xacro") == value.npos) continue;
    prefixes.push_back(name.substr(6) + ":");
  }
  return prefixes;
}

// True for instructions that create or change elements. <xacro:arg> and <xacro:property> only
// define values. A robot that contains them is complete unless a number uses their names.
bool is_instruction(const Element& element, const std::vector<std::string>& prefixes) {
  const std::string tag = element.Name();
  for (const std::string& prefix : prefixes) {
    if (tag.rfind(prefix, 0) != 0) continue;
    const std::string name = tag.substr(prefix.size());
    return name != "arg" && name != "property";
  }
  // The old language had no prefix.
  const Element* parent = element.Parent() ? element.Parent()->ToElement() : nullptr;
  const bool top = parent && std::string(parent->Name()) == "robot";
  return top && (tag == "macro" || tag == "include");
}

// Blocks of other programs, where xacro would change nothing that is read here.
bool is_foreign_block(const std::string& tag) {
  return tag == "gazebo" || tag == "transmission" || tag == "sensor" || tag == "ros2_control";
}

struct Instructions {
  int count = 0;
  const Element* first = nullptr;
};

// In file order, without recursion.
Instructions find_instructions(const Element& robot) {
  const std::vector<std::string> prefixes = xacro_prefixes(robot);
  Instructions found;
  std::vector<const Element*> stack{&robot};
  while (!stack.empty()) {
    const Element* element = stack.back();
    stack.pop_back();
    if (is_instruction(*element, prefixes)) {
      if (found.count++ == 0) found.first = element;
      continue;  // do not search inside it
    }
    if (is_foreign_block(element->Name())) continue;
    for (const Element* e = element->LastChildElement(); e; e = e->PreviousSiblingElement()) {
      stack.push_back(e);
    }
  }
  return found;
}

}  // namespace

bool refuse_xacro(ReadContext& context, const Element& robot) {
  const Instructions found = find_instructions(robot);
  if (found.count == 0) return false;
  const std::string tag = found.first->Name();
  std::string what = "an unexpanded xacro file: <" + tag + ">";
  if (found.count > 1) what += " and " + std::to_string(found.count - 1) + " more instructions";
  context.error({tag, found.first->GetLineNum()},
                what + " would create parts that are missing here; " + kExpandXacro);
  return true;
}

}  // namespace cardan::urdf
