#pragma once

#include <string>

#include "cardan/scene.h"

/// SDF files in a build with libsdformat (the component `sdf`), and their rejection in any other.
namespace cardan::python {

/// True for the extensions .sdf and .world.
bool is_sdf_file(const std::string& file);

/// Throws Error for a file that is rejected, or if this build has no libsdformat.
Scene load_sdf_scene(const std::string& file, bool allow_outside);

/// The reader of models {name: NAME, sdf: FILE}. It throws Error if this build has no libsdformat.
ModelFileReader reader_of_sdf();

/// Options with which scenes are read in Python.
SceneOptions scene_options(bool allow_outside);

}  // namespace cardan::python
