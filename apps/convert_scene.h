#pragma once

#include <string>
#include <vector>

#include "apps/output_files.h"
#include "cardan/error.h"
#include "cardan/robot_model.h"

namespace cardan::app {

/// A robot, the data that its conversion loses, and the files that were read.
struct Given {
  RobotModel robot;
  std::vector<Diagnostic> losses;
  std::vector<NamedFile> files;
};

/// The only robot of a scene. Everything else in the scene is a loss. Throws Error for a scene with
/// no robot or with several.
Given robot_of_scene(const std::string& file);

/// Text of a scene that names an MJCF or SDF file and repeats its step, gravity, stabilisation,
/// rule for pairs of surfaces and added ground, so that the scene moves as the file does. to: path
/// of the scene file. Sets the files of `given`, and adds the differences to its losses.
std::string scene_text_of_model(const std::string& file, const std::string& to, Given& given);

}  // namespace cardan::app
