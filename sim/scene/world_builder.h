#pragma once

#include <memory>

#include "cardan/scene.h"

namespace cardan {

struct SceneFiles;

/// Builds the worlds of scenes that have files in common. Each robot or mesh file is read once; the
/// worlds share its contents and the catalogue of solvers. A later change of a file has no effect.
/// Only one thread at a time may use a builder.
class CARDAN_API WorldBuilder {
 public:
  WorldBuilder();
  ~WorldBuilder();
  WorldBuilder(const WorldBuilder&) = delete;
  WorldBuilder& operator=(const WorldBuilder&) = delete;

  /// Builds a world as make_world does, with bitwise identical results.
  World make(const Scene& scene);

 private:
  std::unique_ptr<SceneFiles> files_;
};

}  // namespace cardan
