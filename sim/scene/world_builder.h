#pragma once

#include <memory>

#include "cardan/scene/scene.h"

namespace cardan {

struct SceneFiles;

/// Builds the worlds of scenes that have files in common. Each file of a robot or a mesh is read
/// once, and the worlds share what is in it, and the catalog of solvers. A later change of a file
/// has no effect. For one thread at a time.
class CARDAN_API WorldBuilder {
 public:
  WorldBuilder();
  ~WorldBuilder();
  WorldBuilder(const WorldBuilder&) = delete;
  WorldBuilder& operator=(const WorldBuilder&) = delete;

  /// As make_world; the world behaves bit for bit alike.
  World make(const Scene& scene);

 private:
  std::unique_ptr<SceneFiles> files_;
};

}  // namespace cardan
