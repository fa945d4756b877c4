#pragma once

#include "cardan/dynamics/urdf/mesh_loader.h"
#include "cardan/dynamics/urdf/robot_cache_internal.h"
#include "cardan/host/registry_cache_internal.h"
#include "cardan/scene/scene.h"

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
