#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cardan/core/name_fate.h"

/// The elements of SDF 1.9, to which libsdformat converts all versions, and what becomes of each:
/// docs/sdf.md repeats this table.
namespace cardan::sdformat {

/// A rule for elements. Names are relative to the nearest of these: sdf, world, include, model,
/// frame, link, joint, axis (and axis2), pose, inertial, collision, visual, geometry, surface,
/// material, sensor, ray (and lidar), noise, physics, light, plugin, actor. Elements that are one
/// of these are named alone.
struct ElementRule {
  std::string_view names;  ///< separated by blanks
  Fate fate = Fate::kRead;
  bool whole = false;  ///< the rule holds for everything below too
  std::string_view text;
};

const std::vector<ElementRule>& element_rules();

/// The rule for an element, or null if its name is not one of SDF. path: names from the root, the
/// root included, each below the one before.
const ElementRule* element_rule(const std::vector<std::string>& path);

}  // namespace cardan::sdformat
