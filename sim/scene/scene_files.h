#pragma once

#include "cardan/mesh_files.h"
#include "cardan/scene.h"
#include "dynamics/urdf/robot_cache.h"
#include "plugins/host/registry_cache.h"

namespace cardan {

/// Data that scenes built together share. Each file is read once.
struct SceneFiles {
  RegistryCache registries;
  MeshCache meshes;
  RobotCache robots;
};

/// Builds the world of one of several scenes that name the same files, as make_world does.
World make_world(const Scene& scene, SceneFiles& files);

}  // namespace cardan
