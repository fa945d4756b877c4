#pragma once

#include <string>
#include <vector>

#include "cardan/mjcf_description.h"
#include "cardan/scene.h"
#include "cardan/world.h"

namespace cardan {

/// Placement of the models of a file in a world, and their names.
struct AddModelFileOptions {
  ModelFileOptions reading;
  std::string name;           ///< prefix of names, as in AddMjcfOptions
  RigidTransform pose;        ///< pose of the file's world frame in W
  bool static_models = true;  ///< false if the static models of the file are left out
};

/// Adds the contents of a file to a world: models, materials, loops, sensors and ignored pairs. The
/// step, gravity and combination rule of the world do not change. World::diagnostics contains the
/// findings. Returns the added models. Throws Error for a rejected file, a name in use, or too few
/// free collision groups; no model is then added.
CARDAN_API std::vector<Model*> add_model_file(World& world, const std::string& file,
                                              const ModelFileReader& reader,
                                              const AddModelFileOptions& options = {});

/// Reads an MJCF file as a scene (docs/mjcf.md). The scene has a model for each child of the world
/// that moves, a static model for each body that is fixed to the world and has geoms, loops for
/// equalities, materials for surfaces, motors for actuators, postures for keyframes, sensors, and
/// ignored pairs. Scene::diagnostics contains the findings of the reader and of the translation.
/// Throws Error (file, line, element, hint) if the file is rejected.
CARDAN_API Scene load_mjcf(const std::string& file, const MjcfOptions& options = {});

/// Makes the scene for a description (read_mjcf). Throws Error for a description with errors.
CARDAN_API Scene mjcf_scene(const MjcfDescription& description);

/// Placement of the models of an MJCF file in a world, and their names.
struct AddMjcfOptions {
  MjcfOptions reading;
  /// Prefix of names. Models, loops and sensors are called NAME_x, where x is the name in a world
  /// made from the file alone. If the prefix is "", the name is x.
  std::string name;
  RigidTransform pose;        ///< pose of the file's world frame in W
  std::string keyframe;       ///< posture at the start; "" for the initial pose of the file
  bool static_bodies = true;  ///< false if bodies that are fixed to the world are left out
};

/// Adds the contents of an MJCF file to a world: models, materials, loops, sensors, ignored pairs,
/// motors and postures. The step, gravity and stabilisation of the world do not change.
/// World::diagnostics contains the findings. Returns the added models in the order of load_mjcf.
/// Throws Error (file, line, element, hint) for a rejected file, an unknown keyframe, a name in
/// use, or too few free collision groups; no model is then added.
CARDAN_API std::vector<Model*> add_mjcf(World& world, const std::string& file,
                                        const AddMjcfOptions& options = {});

}  // namespace cardan
