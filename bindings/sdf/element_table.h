#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/name_fate.h"

/// The elements of SDF 1.9 and the treatment of each. libsdformat converts files of all versions to
/// SDF 1.9. docs/sdf.md repeats this table.
namespace cardan::sdformat {

/// A rule for elements. Names are relative to the nearest of these: sdf, world, include, model,
/// frame, link, joint, axis (and axis2), pose, inertial, collision, visual, geometry, surface,
/// material, sensor, ray (and lidar), noise, physics, light, plugin, actor. These elements
/// themselves are written without the name of a parent.
struct ElementRule {
  std::string_view names;  ///< names of elements, separated by blanks
  Fate fate = Fate::kRead;
  bool whole = false;  ///< the rule also applies to everything below the element
  std::string_view text;
};

const std::vector<ElementRule>& element_rules();

/// Returns the rule for an element, or null if SDF has no element of that name. path: the names of
/// the elements from the root, inclusive, down to the element.
const ElementRule* element_rule(const std::vector<std::string>& path);

}  // namespace cardan::sdformat
