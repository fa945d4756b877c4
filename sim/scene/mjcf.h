#pragma once

#include <string>
#include <vector>

#include "cardan/dynamics/mjcf/mjcf_reader.h"
#include "cardan/scene/scene.h"

namespace cardan {

/// The scene of an MJCF file (docs/mjcf.md): a model for each child of the world that moves, a
/// static model for each body that is fixed to the world and has geoms, loops for equalities,
/// materials for surfaces, sensors, ignored pairs, motors for actuators and postures for keyframes.
/// The findings of the reader and the translation are in Scene::diagnostics. Throws Error (file,
/// line, element, hint) if the file is rejected.
CARDAN_API Scene load_mjcf(const std::string& file, const MjcfOptions& options = {});

/// Makes the scene of a description (read_mjcf). Throws Error for a description with errors.
CARDAN_API Scene mjcf_scene(const MjcfDescription& description);

/// Placement of the models of an MJCF file in a world, and their names.
struct AddMjcfOptions {
  MjcfOptions reading;
  /// Models, loops and sensors are called NAME_x, with x as in a world of the file alone; "": x.
  std::string name;
  RigidTransform pose;        ///< of the world of the file in W
  std::string keyframe;       ///< posture at the start, "": the pose of the file
  bool static_bodies = true;  ///< false: without the bodies that are fixed to the world
};

/// Adds the contents of an MJCF file to a world: models, materials, loops, sensors, ignored pairs,
/// motors and postures. Step, gravity and stabilisation are those of the world. The findings are in
/// World::diagnostics. Returns the added models in the order of load_mjcf. Throws Error (file,
/// line, element, hint) for a rejected file, an unknown keyframe, a name in use, and too few free
/// collision groups; the world then has no more models than before.
CARDAN_API std::vector<Model*> add_mjcf(World& world, const std::string& file,
                                        const AddMjcfOptions& options = {});

}  // namespace cardan
