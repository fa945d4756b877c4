#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cardan/scene.h"

/// Contents of a file as a part of a scene with other models.
namespace cardan {

/// Place of a part in a scene, and the names there.
struct PartPlacement {
  std::string prefix;                     ///< prefix of the names of models, loops and sensors
  RigidTransform pose;                    ///< pose of the world frame of the file in W
  std::string surfaces;                   ///< prefix of the names of materials
  bool static_models = true;              ///< if false, the part has no static models
  std::vector<std::uint32_t> class_bits;  ///< bit of each class of filters, see mjcf::placed
};

/// Number of collision groups that shapes of a scene have: the highest bit of all.
std::size_t filter_classes(const Scene& contents);

/// Returns models, loops, sensors, ignored pairs and files of the contents in their place. Models
/// have no velocities and no scripts.
Scene placed_part(const Scene& contents, const PartPlacement& placement);

/// Adds the materials of the contents but "default". surfaces: as in PartPlacement.
void add_materials_of(const Scene& contents, const std::string& surfaces, MaterialTable& table);

/// Adds a finding to a scene for each value that a file sets for its world and that differs from
/// the value of `world`, which is used.
void note_scene_rules(const Scene& contents, const WorldSpec& world, Scene& scene);

/// Adds models, loops, sensors, ignored pairs and files of a part. line: of the item.
void append_part(const Scene& part, int line, Scene& scene);

}  // namespace cardan
