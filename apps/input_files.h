#pragma once

#include "cardan/sim/scene.h"
#include "output_files.h"

namespace cardan::app {

/// The files that a scene is made of, for require_outputs: itself, its robots and its meshes, and
/// its golden trajectories.
std::vector<NamedFile> input_files(const Scene& scene);

}  // namespace cardan::app
