#pragma once

#include <map>
#include <string>
#include <vector>

#include "cardan/error.h"
#include "cardan/robot_model.h"
#include "cardan/scene.h"

/// Reads SDF, the format of Gazebo, through libsdformat (docs/sdf.md). Part of the package
/// component `sdf`, with the target cardan::sdf.
namespace cardan {

/// Options of the reader.
struct SdfOptions {
  /// If false, included files, meshes and heightmaps must be in the project of the file
  /// (FileScope), below the parent of its folder, or in a folder of models (`models`, SDF_PATH,
  /// GAZEBO_MODEL_PATH, IGN_GAZEBO_RESOURCE_PATH, GZ_SIM_RESOURCE_PATH). If true, they may be
  /// anywhere. A non-empty CARDAN_ALLOW_OUTSIDE in the environment has the same effect as true.
  bool allow_outside = false;
  bool allow_missing_meshes = false;  ///< a missing mesh only removes its shapes, with a warning
  bool find_files =
      true;               ///< if false, only the given text is read, and all files count as missing
  bool strict = false;    ///< reject the file on any warning
  std::string directory;  ///< folder to which paths in a text without a file are relative; "" for
                          ///< the current folder
  std::map<std::string, std::string> models;  ///< folder of model://NAME for each NAME
  /// Adds the ground z = 0 of Gazebo's empty world to a file that has no world and whose model
  /// moves.
  bool ground = true;
  /// Maximum memory that libsdformat may need, estimated from the elements of the file and its
  /// includes before they are read [MiB]. A link needs 0.9 MiB and a joint 0.6 MiB. The reading
  /// time grows with the square of the memory.
  double most_memory = 512;
};

/// Reads the scene of an SDF file: its first world or, without a world, its model. A static SDF
/// model becomes one static model; any other SDF model becomes one model for each tree of links
/// that can move independently. Scene::diagnostics contains the findings of the reader. Throws
/// Error (file, line, element, hint) if the file is rejected.
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

/// SDF text of a robot, and the data of the robot that SDF cannot represent.
struct WrittenSdf {
  std::string text;                ///< contents of the file
  std::vector<Diagnostic> losses;  ///< warnings; their `element` is a link or joint
};

/// Writes a robot as a model of SDF 1.9: links with the inertia of the whole body, links that are
/// fixed to another link as frames, joints, collision shapes and surfaces. A scene that load_sdf
/// reads from it has the same joints, masses and shapes. Visuals, postures and excluded pairs are
/// not written. Mesh files are written relative to mesh_directory, or as absolute paths if it is
/// "". Throws Error for joints that SDF does not have (planar, floating below a link).
WrittenSdf write_sdf(const RobotModel& robot, const std::string& mesh_directory = "");

}  // namespace cardan
