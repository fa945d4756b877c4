#pragma once

#include "apps/output_files.h"
#include "cardan/robot_description.h"
#include "cardan/scene.h"

namespace cardan::app {

/// Input files of a scene, for require_outputs: the scene, its robots with their files, its meshes
/// and heights, and its golden trajectories.
std::vector<NamedFile> input_files(const Scene& scene);

/// Input files of a robot: the URDF, its meshes (including those of visuals) and its SRDF file.
/// robot: name of the robot in messages. Reads only the URDF file and never throws for an invalid
/// one. For a mesh or an SRDF file, every candidate of the search is listed.
std::vector<NamedFile> robot_files(const std::string& urdf, const UrdfOptions& options,
                                   const std::string& robot);

}  // namespace cardan::app
