#pragma once

#include <map>
#include <string>
#include <vector>

#include "cardan/robot_model.h"
#include "cardan/scene.h"

/// SDF files, for all commands. Builds without libsdformat recognise such a file and reject it.
namespace cardan::app {

/// True for .sdf and .world, and for .xml with the root element <sdf>.
bool is_sdf_file(const std::string& file);

/// The scene of an SDF file. Throws Error if it is rejected, or if this build has no libsdformat.
Scene load_sdf_scene(const std::string& file);

/// How a file is read.
struct SdfRequest {
  bool allow_missing_meshes = false;
  std::map<std::string, std::string> models;  ///< name → folder of model://NAME
};

/// Like load_sdf_scene, but does not throw for a rejected file: its findings are in
/// Scene::diagnostics. Throws Error if this build has no libsdformat.
Scene inspect_sdf_scene(const std::string& file, const SdfRequest& request);

/// Options with which the commands read scenes. They permit models in SDF; in a build without
/// libsdformat, such a model is rejected.
SceneOptions scene_options();

/// The robot of an SDF file whose moving links form a single tree, and the data of the file that a
/// robot cannot represent.
struct SdfRobot {
  RobotModel robot;
  std::vector<Diagnostic> losses;
};

/// Throws Error for a file with several moving models, and as load_sdf_scene does.
SdfRobot robot_of_sdf(const std::string& file);

/// SDF text of a robot, for a file in this folder. Adds the data that SDF cannot represent to
/// `losses`. Throws Error as load_sdf_scene does.
std::string sdf_text(const RobotModel& robot, const std::string& folder,
                     std::vector<Diagnostic>& losses);

}  // namespace cardan::app
