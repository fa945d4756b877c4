#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/name_fate.h"

/// The names that the reader accepts, and how it treats them. docs/mjcf.md repeats this table.
namespace cardan::mjcf {

/// A rule for attributes of an element that are treated alike or, without attributes, for the
/// element itself.
struct NameRule {
  std::string_view element;     ///< element as SECTION/TAG, such as body/geom
  std::string_view attributes;  ///< names, separated by blanks; "" for the element itself
  Fate fate = Fate::kRead;
  std::string_view text;  ///< description of the conversion
};

const std::vector<NameRule>& name_rules();

/// Each function returns the rule of an element or of one of its attributes, or null if the name is
/// unknown.
const NameRule* element_rule(std::string_view element);
const NameRule* attribute_rule(std::string_view element, std::string_view attribute);

/// Names of all elements of a section and names of all attributes of an element, for suggestions in
/// messages.
std::vector<std::string> elements_of(std::string_view section);
std::vector<std::string> attributes_of(std::string_view element);

}  // namespace cardan::mjcf
