#include <array>
#include <cmath>

#include "dynamics/urdf/numbers.h"
#include "dynamics/urdf/read_context.h"

namespace cardan::urdf {

std::string text_attribute(const Element& element, const char* name) {
  const char* text = element.Attribute(name);
  return text ? text : "";
}

std::string value_text(const Element& holder, const char* tag) {
  const Element* element = holder.FirstChildElement(tag);
  if (!element) return "";
  return text_of(*element);
}

std::string text_of(const Element& element) {
  std::string text = text_attribute(element, "value");
  if (text.empty() && element.GetText()) text = element.GetText();
  text.erase(0, text.find_first_not_of(" \t\r\n"));
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  return text;
}

std::string local_tag(const Element& element) {
  const std::string name = element.Name();
  const std::size_t colon = name.rfind(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

Found read_number_list(ReadContext& context, const Element& element, const char* attribute,
                       std::vector<double>& values, const Place& place) {
  const tinyxml2::XMLAttribute* found = element.FindAttribute(attribute);
  if (!found) return Found::kAbsent;
  const Place here = place.at(found->GetLineNum());
  bool expanded = false;
  const std::string text = expand_optenv(found->Value(), expanded);
  if (expanded) {
    context.warn(here, std::string("unexpanded xacro expression in '") + attribute +
                           "': the default of $(optenv …) is used; " + kExpandXacro);
  }
  NumberList list = parse_numbers(text);
  if (!list.fault.empty()) {
    const bool xacro = list.fault.rfind("unexpanded", 0) == 0;
    context.fault(here, std::string("attribute '") + attribute + "': " + list.fault +
                            (xacro ? std::string("; ") + kExpandXacro : "; write plain numbers"));
    return Found::kBad;
  }
  if (list.commas) {
    context.warn(here, std::string("attribute '") + attribute +
                           "' separates numbers by commas; URDF requires blanks");
  }
  values = std::move(list.values);
  return Found::kGood;
}

Found read_numbers(ReadContext& context, const Element& element, const char* attribute, int count,
                   double* value, const Place& place) {
  std::vector<double> values;
  const Found found = read_number_list(context, element, attribute, values, place);
  if (found != Found::kGood) return found;
  if (static_cast<int>(values.size()) != count) {
    const int line = element.FindAttribute(attribute)->GetLineNum();
    context.fault(place.at(line), std::string("attribute '") + attribute + "' holds " +
                                      std::to_string(values.size()) + " numbers; expected " +
                                      std::to_string(count));
    return Found::kBad;
  }
  std::copy(values.begin(), values.end(), value);
  return Found::kGood;
}

Found read_number(ReadContext& context, const Element& element, const char* attribute,
                  double& value, const Place& place) {
  return read_numbers(context, element, attribute, 1, &value, place);
}

const Element* single_child(ReadContext& context, const Element& parent, const char* tag,
                            const Place& place) {
  const Element* first = parent.FirstChildElement(tag);
  const Element* second = first ? first->NextSiblingElement(tag) : nullptr;
  if (second) {
    context.warn(place.at(second->GetLineNum()),
                 std::string("more than one <") + tag + ">; the first is used");
  }
  return first;
}

namespace {

// The quaternion of URDF 1.1. Older readers ignore the attribute and take the identity.
Found read_quaternion(ReadContext& context, const Element& element, const Place& place,
                      OriginRecord& origin) {
  std::array<double, 4> quaternion{};
  const Found found = read_numbers(context, element, "quat_xyzw", 4, quaternion.data(), place);
  if (found != Found::kGood) return found;
  if (element.Attribute("rpy")) {
    context.fault(place, "rpy and quat_xyzw both give the rotation; remove one of them");
    return Found::kBad;
  }
  Eigen::Map<Eigen::Vector4d> vector(quaternion.data());
  const double length = vector.stableNorm();
  if (!(length > 1e-12)) {
    context.fault(place, "quat_xyzw is zero; a rotation has a unit quaternion");
    return Found::kBad;
  }
  if (std::abs(length - 1) > 1e-3) {
    context.warn(place, "quat_xyzw is not of unit length; normalised");
  }
  vector /= length;
  origin.quat_xyzw = quaternion;
  const std::string& version = context.robot.version;
  if (version.empty() || version == "1.0") {
    context.info(place,
                 "quat_xyzw belongs to URDF 1.1; older readers take no rotation, and "
                 "<robot version=\"1.1\"> keeps them from it");
  }
  return found;
}

}  // namespace

bool read_origin(ReadContext& context, const Element& parent, const Place& place,
                 OriginRecord& origin) {
  const Element* element = single_child(context, parent, "origin", place);
  if (!element) return true;
  const Place here = place.inside("origin", element->GetLineNum());
  origin.given = true;
  const Found xyz = read_numbers(context, *element, "xyz", 3, origin.xyz.data(), here);
  const Found rpy = read_numbers(context, *element, "rpy", 3, origin.rpy.data(), here);
  const Found quaternion = read_quaternion(context, *element, here, origin);
  return xyz != Found::kBad && rpy != Found::kBad && quaternion != Found::kBad;
}

}  // namespace cardan::urdf
