#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/name_fate.h"

/// Names that the reader accepts, and their treatment; docs/mjcf.md repeats this table.
namespace cardan::mjcf {

/// Attributes of an element that are treated alike. With no attribute, the element itself.
struct NameRule {
  std::string_view element;     ///< SECTION/TAG, such as body/geom
  std::string_view attributes;  ///< separated by blanks; "": the element
  Fate fate = Fate::kRead;
  std::string_view text;  ///< describes the conversion
};

const std::vector<NameRule>& name_rules();

/// The rule of an element, or of an attribute of it; null if the name is unknown.
const NameRule* element_rule(std::string_view element);
const NameRule* attribute_rule(std::string_view element, std::string_view attribute);

/// Names of all elements of a section, and of all attributes of an element, for suggestions.
std::vector<std::string> elements_of(std::string_view section);
std::vector<std::string> attributes_of(std::string_view element);

}  // namespace cardan::mjcf
