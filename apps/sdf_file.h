#pragma once

#include <string>

#include "cardan/dynamics/urdf/robot_model.h"
#include "cardan/scene/scene.h"

/// SDF files, for all commands. Builds without libsdformat know such a file and refuse it.
namespace cardan::app {

/// True for .sdf and .world, and for .xml with the root element <sdf>.
bool is_sdf_file(const std::string& file);

/// The scene of an SDF file. Throws Error if it is rejected, or if this build has no libsdformat.
Scene load_sdf_scene(const std::string& file);

/// What is read of an SDF file: as load_sdf_scene, but findings of a rejected file are in
/// Scene::diagnostics. Throws Error if this build has no libsdformat.
struct SdfRequest {
  bool allow_missing_meshes = false;
  std::map<std::string, std::string> models;  ///< name → folder of model://NAME
};
Scene inspect_sdf_scene(const std::string& file, const SdfRequest& request);

}  // namespace cardan::app
