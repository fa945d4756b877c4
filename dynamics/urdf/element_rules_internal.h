#pragma once

#include <string>
#include <vector>

/// The table of what the elements below <link>, <joint> and <material> may hold.
namespace cardan::urdf {

/// Names an element may hold. A name in neither list of its kind is unknown.
struct ElementRule {
  std::vector<std::string> children;             ///< read, or without effect by the standard
  std::vector<std::string> attributes;           ///< read, or without effect by the standard
  std::vector<std::string> unread_children{};    ///< of other programs: have an effect there
  std::vector<std::string> unread_attributes{};  ///< of other programs: have an effect there
  bool reads_text = false;                       ///< its text is a value
};

/// The rule of the element `tag` below `parent` ("" for the top), or null: what such an element
/// holds is not judged.
const ElementRule* element_rule(const std::string& parent, const std::string& tag);

/// Every tag that some rule names as a child that is read.
const std::vector<std::string>& known_tags();

}  // namespace cardan::urdf
