#pragma once

#include <string>

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

}  // namespace cardan
