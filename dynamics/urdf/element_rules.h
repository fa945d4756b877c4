#pragma once

#include <string>
#include <vector>

/// Table of the permitted contents of the elements below <link>, <joint> and <material>.
namespace cardan::urdf {

/// Permitted names within an element. A name that is in neither list of its kind is unknown.
struct ElementRule {
  std::vector<std::string> children;    ///< read, or without effect according to the standard
  std::vector<std::string> attributes;  ///< read, or without effect according to the standard
  std::vector<std::string> unread_children{};    ///< have an effect in other programs
  std::vector<std::string> unread_attributes{};  ///< have an effect in other programs
  std::vector<std::string> lost_children{};      ///< change the motion, or are sensors, elsewhere
  bool reads_text = false;                       ///< true if the text of the element is a value
};

/// Returns the rule of the element `tag` below `parent` ("" for the top level), or null if the
/// contents of such an element are not checked.
const ElementRule* element_rule(const std::string& parent, const std::string& tag);

/// Returns all tags that some rule lists in `children`.
const std::vector<std::string>& known_tags();

}  // namespace cardan::urdf
