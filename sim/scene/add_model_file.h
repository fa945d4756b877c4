#pragma once

#include <string>
#include <vector>

#include "cardan/scene/model_file.h"
#include "cardan/sim/world.h"

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

}  // namespace cardan
