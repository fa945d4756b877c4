#pragma once

#include <map>
#include <string>

#include "cardan/scene/scene.h"

/// Reads SDF, the format of Gazebo, through libsdformat (docs/sdf.md). Part of the package
/// component `sdf`, with the target cardan::sdf.
namespace cardan {

struct SdfOptions {
  /// false: included files, meshes and heightmaps must be in the project of the file (FileScope),
  /// below the parent of its folder, or in a folder of models (`models`, SDF_PATH,
  /// GAZEBO_MODEL_PATH, IGN_GAZEBO_RESOURCE_PATH, GZ_SIM_RESOURCE_PATH). true: anywhere. A
  /// non-empty CARDAN_ALLOW_OUTSIDE in the environment has the same effect as true.
  bool allow_outside = false;
  bool allow_missing_meshes = false;  ///< a missing mesh only removes its shapes, with a warning
  bool find_files = true;             ///< false: only the given text is read; all files are missing
  bool strict = false;                ///< any warning rejects the file
  std::string directory;  ///< folder of the relative paths of a text without a file; "": current
  std::map<std::string, std::string> models;  ///< name → folder of model://NAME
  /// A file without a world, whose model moves, gets the ground z = 0 of Gazebo's empty world.
  bool ground = true;
  /// Largest memory that libsdformat may need, estimated from the elements of the file and its
  /// includes before they are read [MiB]. A link needs 0.9, a joint 0.6. Time grows with its
  /// square.
  double most_memory = 512;
};

/// The scene of an SDF file: its first world, or its model. A model of SDF becomes one static
/// model, or a model for each tree of links that can move on its own. The findings of the reader
/// are in Scene::diagnostics. Throws Error (file, line, element, hint) if the file is rejected.
Scene load_sdf(const std::string& file, const SdfOptions& options = {});

/// Reads a text. `label` replaces the file name in messages.
Scene load_sdf_text(const std::string& text, const std::string& label,
                    const SdfOptions& options = {});

/// Like load_sdf, but does not throw for a bad file: every defect is a diagnostic of severity
/// kError, and the scene contains what could be read.
Scene inspect_sdf(const std::string& file, const SdfOptions& options = {});
Scene inspect_sdf_text(const std::string& text, const std::string& label,
                       const SdfOptions& options = {});

/// Reader for scenes, SceneOptions::readers: {name: NAME, sdf: FILE}. `packages` of such a model
/// are SdfOptions::models. No ground is added.
ModelFileReader sdf_reader();

/// Version of libsdformat, e.g. "12.3.0".
std::string libsdformat_version();

}  // namespace cardan
