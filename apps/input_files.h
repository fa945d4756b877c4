#pragma once

#include "cardan/dynamics/urdf/urdf_options.h"
#include "cardan/scene/scene.h"
#include "output_files.h"

namespace cardan::app {

/// The files that a scene is made of, for require_outputs: itself, its robots with their files, its
/// meshes and heights, and its golden trajectories.
std::vector<NamedFile> input_files(const Scene& scene);

/// The files that a robot is made of: itself, its meshes (those of visuals too) and its SRDF file.
/// robot: the words for it in a message. Reads the URDF file alone and never throws for a bad one:
/// of a mesh or SRDF file, every file is listed that its search may end at.
std::vector<NamedFile> robot_files(const std::string& urdf, const UrdfOptions& options,
                                   const std::string& robot);

}  // namespace cardan::app
