#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cardan/sim/spec.h"

namespace cardan::view {

/// A <visual> of a robot file.
struct Visual {
  std::string link;
  RigidTransform X_LV;                        ///< pose in the frame of the link
  GeometryRecord geometry;                    ///< with the triangles of meshes
  std::optional<std::array<double, 4>> rgba;  ///< red, green, blue, opacity, from 0 to 1
};

/// The visuals of a model; none for models that are not from a robot file. The file is read again,
/// because a world keeps no visuals. Meshes that cannot be found are left out.
std::vector<Visual> visuals_of(const ModelSpec& spec);

}  // namespace cardan::view
