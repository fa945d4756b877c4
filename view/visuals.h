#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cardan/dynamics/urdf/robot_description.h"
#include "cardan/sim/spec.h"

namespace cardan::view {

/// A <visual> of a robot file.
struct Visual {
  std::string link;
  RigidTransform X_LV;                        ///< pose in the frame of the link
  GeometryRecord geometry;                    ///< with triangles; without, if the mesh is missing
  std::optional<std::array<double, 4>> rgba;  ///< red, green, blue, opacity, from 0 to 1
};

/// Geometry of a <visual>; a mesh without triangles if the reader could not use it.
GeometryRecord drawn_geometry(const ShapeRecord& record);

/// The visuals of a model; none for models that are not from a robot file. The file is read again,
/// because a world keeps no visuals.
std::vector<Visual> visuals_of(const ModelSpec& spec);

}  // namespace cardan::view
